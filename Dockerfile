# docker build --build-arg ONYX_VERSION=$(git describe --always) -t onyx .
# docker run --rm -v "$PWD:/data" -w /data onyx solve open:3x3 --certificate 3x3.cert.json
# docker run --rm -v "$PWD:/data" -w /data --entrypoint onyx-check onyx 3x3.cert.json
FROM debian:bookworm-slim
ARG ONYX_VERSION=unknown
COPY CMakeLists.txt /onyx/
COPY core /onyx/core
COPY solver /onyx/solver
COPY experiments /onyx/experiments
RUN ONYX_VERSION=$ONYX_VERSION /onyx/experiments/cluster/install_in_container && rm -rf /onyx
ENTRYPOINT ["onyx"]
