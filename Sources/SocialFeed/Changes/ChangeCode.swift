/// The number by which the bytes of a change begin. New ones come last.
enum ChangeCode: UInt8 {
  case join, joinNamed, rename, setDisplayName, setPrivate, tie, readNotification
  case readAllNotifications, addPet, guardian, publish, comment, act, rotateContests, setBio
  case setPicture, setAccountKind, deleteAccount, changePet, deletePet, setCaption, setPrivacy
  case deleteComment, endContest, setPreferredSetting
}
