import FeedLabCommand

FeedLabCommand.main()
