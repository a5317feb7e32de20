# A ranker for the Prosocial Ranking Challenge: recent posts that are liked and talked about first, and no two of an author in a row.
# Start it before the scenario: python3 service.py 8000
import datetime
import socket
import sys

import fastapi
import uvicorn

app = fastapi.FastAPI()


def moment(text):
    # Python before 3.11 does not know the Z of UTC.
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


@app.post("/rank")
def rank(request: dict):
    now = moment(request["session"]["current_time"])

    # Ties go to the higher id, so that the order of the items makes no difference.
    def key(item):
        hours = (now - moment(item["created_at"])).total_seconds() / 3600
        engagements = item["engagements"]
        return (1 + engagements["like"] + 2 * engagements["comment"]) / (1 + hours / 12), int(item["id"])

    ranked, waiting = [], sorted(request["items"], key=key, reverse=True)
    while waiting:
        last = ranked[-1]["author_name_hash"] if ranked else None
        ranked.append(waiting.pop(next((i for i, item in enumerate(waiting) if item["author_name_hash"] != last), 0)))
    return {"ranked_ids": [item["id"] for item in ranked], "new_items": []}


# Port 0 is any that is free.
listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
print(listener.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
