# Likes against age, in lines of JSON, with R alone: see docs/reference/ranker-protocol.md. A request's lists of numbers
# stand between [ and ], so that no JSON package is needed; with jsonlite it is shorter. Print to standard error, by
# message(), since standard output is for messages to FeedLab.

# The text of a member, up to the end of its list, object or number.
member <- function(line, name) {
  pattern <- sprintf('"%s":(\\[[^]]*\\]|\\{[^}]*\\}|"[^"]*"|[-+.0-9eE]+)', name)
  found <- regmatches(line, regexec(pattern, line, perl = TRUE))[[1]]
  if (length(found) == 2) found[2] else ""
}

column <- function(line, name) scan(text = gsub("[][]", "", member(line, name)), sep = ",", quiet = TRUE)

number <- function(line, name, otherwise) {
  text <- member(line, name)
  if (nzchar(text)) as.numeric(text) else otherwise
}

score <- function(likes, age_hours, fade) (1 + likes) / (1 + age_hours / fade)

fade <- 24
input <- file("stdin", open = "r")
while (length(line <- readLines(input, n = 1)) == 1) {
  type <- member(line, "type")
  if (type == '"hello"') {
    cat('{"type":"hello","version":1,"name":"warm","reads":["likes","age_hours"],"stateless":true}\n')
  } else if (type == '"open"') {
    fade <- number(line, "fade", 24)
  } else if (type == '"score"') {
    scores <- score(column(line, "likes"), column(line, "age_hours"), fade)
    cat(sprintf('{"type":"scores","lane":%s,"sequence":%s,"scores":[%s]}\n',
      member(line, "lane"), member(line, "sequence"), paste(sprintf("%.17g", scores), collapse = ",")))
  }
  flush(stdout())
}
