// Likes against age, in lines of JSON: see docs/reference/ranker-protocol.md. What is printed goes to standard error
// (console.error), since standard output is for messages to FeedLab.
import { createInterface } from "node:readline";

const parameters = new Map();

function score({ columns }, { fade = 24 }) {
  return columns.likes.map((likes, index) => (1 + likes) / (1 + columns.age_hours[index] / fade));
}

function answer(message) {
  const { type, lane, sequence } = message;
  switch (type) {
    case "hello":
      return { type, version: 1, name: "warm", reads: ["likes", "age_hours"], stateless: true };
    case "open":
      parameters.set(lane, message.parameters);
      return null;
    case "close":
      parameters.delete(lane);
      return null;
    case "score":
      return { type: "scores", lane, sequence, scores: score(message, parameters.get(lane)) };
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const message = JSON.parse(line);
  let reply;
  try {
    reply = answer(message);
  } catch (error) {
    reply = { type: "error", lane: message.lane, sequence: message.sequence, message: String(error.stack ?? error) };
  }
  if (reply) process.stdout.write(JSON.stringify(reply) + "\n");
}
