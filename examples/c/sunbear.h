/* A few operations of Sunbear for C programs. Built from src/lib.rs; see README.md.
 *
 * Nothing allocates: all memory is yours. Nothing large must be in RAM: keys, ciphertexts and seeds are
 * reached through functions of yours, which read or write n bytes at an offset and return 0, or something
 * else if they failed. */
#ifndef SUNBEAR_H
#define SUNBEAR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SUNBEAR_OK 0
#define SUNBEAR_STORAGE 1 /* one of your functions failed, or the memory doesn't keep what is written */
#define SUNBEAR_NO_SEED 2 /* never provisioned */
#define SUNBEAR_SIZE 3    /* no room for two slots */
#define SUNBEAR_DAMAGED 4 /* no whole seed, but remains of some: erase the chip */

typedef uint8_t sunbear_read(uint16_t offset, uint8_t *out, uint16_t n);
typedef uint8_t sunbear_write(uint16_t offset, const uint8_t *bytes, uint16_t n);

/* Random bytes from a seed that outlives the power, in `size` bytes of memory: two or more slots. Every byte
 * that is told to be written must be written, even if it seems to have its value already. */
#define SUNBEAR_SEED_SIZE 32
#define SUNBEAR_SLOT_SIZE 44
#define SUNBEAR_RANDOM_SIZE 33 /* of the generator itself */

/* Writes the first seed: once in a chip's life, from a real source of randomness. */
uint8_t sunbear_random_provision(const uint8_t seed[SUNBEAR_SEED_SIZE], sunbear_read *read, sunbear_write *write,
                                 uint16_t size);

/* Uses up the seed, writes the next one, and only then makes a generator: once after each reset. Don't copy the
 * generator: its old state tells what it gave away since. */
uint8_t sunbear_random_start(uint8_t random[SUNBEAR_RANDOM_SIZE], sunbear_read *read, sunbear_write *write,
                             uint16_t size);

/* BabyBearEphem: for keys that are used once. */
#define SUNBEAR_BABYBEAR_EPHEM_KEY_SIZE 804
#define SUNBEAR_BABYBEAR_EPHEM_CIPHERTEXT_SIZE 917
#define SUNBEAR_BABYBEAR_EPHEM_WORKSPACE_SIZE 994
#define SUNBEAR_SECRET_SIZE 32

/* Makes a secret and the ciphertext that tells it to the owner of the key. The key is read once, the
 * ciphertext written once, both front to back. The workspace needs no preparation and is wiped; wipe the
 * secret yourself. If this fails, the secret is all zeros. */
uint8_t sunbear_babybear_ephem_encapsulate(uint8_t random[SUNBEAR_RANDOM_SIZE], sunbear_read *read_key,
                                           sunbear_write *write_ciphertext, uint8_t secret[SUNBEAR_SECRET_SIZE],
                                           uint8_t workspace[SUNBEAR_BABYBEAR_EPHEM_WORKSPACE_SIZE]);

#ifdef __cplusplus
}
#endif

#endif
