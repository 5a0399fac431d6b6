// SHA-256 and its HMAC. Browsers offer them only to secure pages, and a guest on the network has none: the address of the table begins with http.
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every(prime => n % prime)) primes.push(n);
/** The first 32 bits of the fraction of a number. */
const fraction = number => (number - Math.floor(number)) * 2 ** 32 | 0;
const START = primes.slice(0, 8).map(prime => fraction(Math.sqrt(prime)));
const ROUNDS = primes.map(prime => fraction(Math.cbrt(prime)));

/** The hash of bytes, as 32 bytes. */
export function sha256(bytes) {
  const padded = new Uint8Array((bytes.length + 72) >> 6 << 6), view = new DataView(padded.buffer), hash = [...START], w = new Int32Array(64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) w[i] = i < 16 ? view.getInt32(block + 4 * i) : mix(w[i - 2], 17, 19, 10) + w[i - 7] + mix(w[i - 15], 7, 18, 3) + w[i - 16];
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = h + turn(e, 6, 11, 25) + (e & f ^ ~e & g) + ROUNDS[i] + w[i] | 0, two = turn(a, 2, 13, 22) + (a & b ^ a & c ^ b & c) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((each, i) => { hash[i] = hash[i] + each | 0; });
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((each, i) => out.setInt32(4 * i, each));
  return new Uint8Array(out.buffer);
}
const rotate = (x, n) => x >>> n | x << 32 - n;
const turn = (x, i, j, k) => rotate(x, i) ^ rotate(x, j) ^ rotate(x, k);
const mix = (x, i, j, k) => rotate(x, i) ^ rotate(x, j) ^ x >>> k;

/** The HMAC of bytes with a key of at most 64 bytes. */
export function hmac(key, bytes) {
  const block = (pad, rest) => { const all = new Uint8Array(64 + rest.length).fill(pad, 0, 64); key.forEach((byte, i) => { all[i] = byte ^ pad; }); all.set(rest, 64); return all; };
  return sha256(block(0x5c, sha256(block(0x36, bytes))));
}

export const toHex = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
export const fromHex = text => new Uint8Array((text.match(/../g) ?? []).map(pair => parseInt(pair, 16)));
