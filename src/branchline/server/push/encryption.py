"""Encryption of push messages (RFC 8291), and the signature by which a server shows who it is (VAPID, RFC 8292)."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
)
from jwt.utils import base64url_encode

CURVE = ec.SECP256R1()
#: Bytes of a public key, of the secret that a browser adds, and of the salt.
POINT, AUTH, SALT = 65, 16, 16
#: The size of a record. A message is one record, and shorter.
RECORD = 4_096
#: Seconds for which a signature is valid. Push services accept a day at most.
VALID = 12 * 3_600.0


def encrypt(
    message: bytes,
    receiver: bytes,
    auth: bytes,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A message that only the browser with this public key can read. Sender and salt are new ones, but in a test."""
    sender, salt = sender or ec.generate_private_key(CURVE), salt or os.urandom(SALT)
    public = point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver))
    secret = derive(shared, auth, b"WebPush: info\0" + receiver + public, 32)
    key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes((len(public),)) + public
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_point(data: bytes) -> bool:
    """Whether these bytes are a public key."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)
    except ValueError:
        return False
    return len(data) == POINT


def new_private_key() -> bytes:
    """A new key of a server, as it is stored."""
    key = ec.generate_private_key(CURVE)
    return key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())


def is_private_key(stored: object) -> bool:
    """Whether what is stored is a key of a server."""
    try:
        return isinstance(stored, bytes) and bool(Vapid(stored, "").public)
    except ValueError:
        return False


class Vapid:
    """The key of a server. `public` is what browsers subscribe with."""

    def __init__(self, private: bytes, contact: str) -> None:
        key = load_der_private_key(private, None)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise ValueError("the key for push messages is not one of an elliptic curve")
        self._key, self._contact = key, contact
        self.public = base64url_encode(point(key.public_key())).decode()

    def authorization(self, endpoint: str, now: float) -> str:
        """The header for a push service."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(now + VALID),
            "sub": self._contact,
        }
        return f"vapid t={jwt.encode(claims, self._key, algorithm='ES256')}, k={self.public}"
