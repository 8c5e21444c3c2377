# What a newcomer types. Each target sets the machine up first (Debian: by apt, as root or with sudo).
#
#   make demo   build the tool and let a simulated ATmega and this machine agree on a key
#   make test   all tests, on the host and on the simulated chip
#   make bench  the host's timings, beside the C of the field
#   make check  format, lints and every no_std feature combination

CARGO ?= cargo

.PHONY: demo test bench check setup

setup:
	@sh .ci/setup

demo: setup
	$(CARGO) build --release --locked --features cli,sim
	target/release/sunbear handshake

test: setup
	$(CARGO) test --locked --all-features

bench: setup
	$(CARGO) bench --locked --features hazmat

check:
	@sh .ci/setup checks
	@sh .ci/check
