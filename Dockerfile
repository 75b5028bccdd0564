# All that a student needs on Debian: gcc for the simulator, clang for CUDA C, clangd for editors. No GPU, no CUDA toolkit.
#
#   docker build -t warp-by-warp . && docker run -it -v "$PWD":/home/student/workbook warp-by-warp
#
# An image of NVIDIA's in place of Debian's has the toolkit: then nvcc is found and used.
FROM debian:bookworm
RUN apt-get update && apt-get install -y --no-install-recommends \
    ca-certificates make git gcc libc6-dev libncursesw6 clang clangd perl less sudo && rm -rf /var/lib/apt/lists/*
RUN id student >/dev/null 2>&1 || useradd --create-home --shell /bin/bash student
RUN echo 'student ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/student
USER student
WORKDIR /home/student/workbook
