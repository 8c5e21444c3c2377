# What a newcomer types. Each target sets the machine up first (Debian: by apt, as root or with sudo).
#
#   make demo   build the tool and let a simulated ATmega and this machine agree on a key
#   make test   all tests, on the host and on the simulated chip, and under valgrind where it is installed
#   make bench  the host's timings, beside the C of the field
#   make check  format, lints and every no_std feature combination

CARGO ?= cargo

.PHONY: demo test memcheck bench check setup

# Secrets are undefined memory to memcheck, and the cfg tells it what a scheme publishes of them. The tests count its
# errors themselves, and fail without it.
VALGRIND := SUNBEAR_REQUIRE=valgrind RUSTFLAGS="--cfg sunbear_memcheck" CARGO_TARGET_DIR=target/memcheck CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER="valgrind --quiet --error-exitcode=0 --log-file=target/memcheck/log"

setup:
	@sh .ci/setup

demo: setup
	$(CARGO) build --release --locked --features cli,sim
	target/release/sunbear handshake

test: setup memcheck
	$(CARGO) test --locked --all-features

memcheck:
	@if [ "$$(uname -sm)" != "Linux x86_64" ] || ! command -v valgrind >/dev/null 2>&1; then \
		echo "memcheck skipped: needs valgrind on Linux, x86-64"; \
	else \
		mkdir -p target/memcheck && { $(VALGRIND) $(CARGO) test --release --locked --features cli --test memcheck \
			|| { tail -n 40 target/memcheck/log; exit 1; }; }; \
	fi

bench: setup
	$(CARGO) bench --locked --features hazmat

check:
	@sh .ci/setup checks
	@sh .ci/check
