/** Checking a deal: what a secret commits to (docs/dealing.md). Works without https too, where browsers offer no SHA-256. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

/** The commitment that must have been published for this secret, both in hexadecimal. */
export function commitmentOf(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)));
}
