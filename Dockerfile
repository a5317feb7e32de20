# feedlab in a container, for Kubernetes and other engines that run images. There is nothing in it but the program, no shell either:
#
#   docker build --tag feedlab .
#   docker run --rm --volume "$PWD:/work" --user "$(id -u)" feedlab ab scenarios/quickstart.yml
#
# The image is named by digest, so that each build begins from the same one. For the fixes of Debian and Swift, look the tag up again, and write what
# it prints here and into .github/workflows:
#
#   docker buildx imagetools inspect swift:6.3-bookworm --format '{{.Manifest.Digest}}'
FROM swift:6.3-bookworm@sha256:7060a792f4cd9eaa0d00826d941cec00ab8d252d33b8b28bc8e105f51f2dba73 AS build
RUN apt-get update && apt-get install --yes --no-install-recommends libgsl-dev libsqlite3-dev python3 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
# The packages that FeedLab needs stay in the cache while only its own sources change.
COPY Package.swift ./
RUN swift package --scratch-path .build-static resolve
COPY scripts/static-worker scripts/icu-data scripts/requirements.bash scripts/dependencies scripts/
COPY Sources Sources
COPY Rankers Rankers
COPY Tests Tests
RUN scripts/static-worker /feedlab

FROM scratch
COPY --from=build /feedlab /usr/local/bin/feedlab
# A number, so that Kubernetes can see that it is not root.
USER 10001
WORKDIR /work
ENTRYPOINT ["/usr/local/bin/feedlab"]
