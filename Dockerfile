# feedlab in a container, for Kubernetes and other engines that run images:
#
#   docker build --tag feedlab .
#   docker run --rm --volume "$PWD:/work" --user "$(id -u)" feedlab ab scenarios/quickstart.yml
FROM swift:6.3-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends libgsl-dev libsqlite3-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
# The packages that FeedLab needs stay in the cache while only its own sources change.
COPY Package.swift ./
RUN swift package resolve
COPY Sources Sources
COPY Tests Tests
RUN swift build --configuration release --static-swift-stdlib --product feedlab && strip .build/release/feedlab

FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends libgsl27 libsqlite3-0 libstdc++6 && rm -rf /var/lib/apt/lists/*
COPY --from=build /source/.build/release/feedlab /usr/local/bin/feedlab
# A number, so that Kubernetes can see that it is not root.
USER 10001
WORKDIR /work
ENTRYPOINT ["feedlab"]
