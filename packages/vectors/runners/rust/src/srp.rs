//! Cognito's SRP for a client in Rust.

use std::error::Error;

use chrono::{TimeZone, Utc};
use hmac::{Hmac, Mac};
use num_bigint::BigUint;
use sha2::{Digest, Sha256};

const N: &str = "ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404ddef9519b3cd3a431b302b0a6df25f1437\
    4fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7edee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf05\
    98da48361c55d39a69163fa8fd24cf5f83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b\
    e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa051015728e5a8aaac42dad33170d04507a33\
    a85521abdf1cba64ecfb850458dbef0a8aea71575d060c7db3970f85a6e1e4c7abf5ae8cdb0933d71e8c94e04a25619dcee3d2261ad2ee6bf12ffa06d98a0864\
    d87602733ec86a64521f2b18177b200cbbe117577a615d6c770988c0bad946e208e24fa074e5ab3143db5bfce0fd108e4b82d120a93ad2caffffffffffffffff";

fn n() -> BigUint {
    BigUint::parse_bytes(N.as_bytes(), 16).expect("N is hexadecimal")
}

pub fn k() -> BigUint {
    hash_integers(&n(), &2u8.into())
}

pub type Refusable<T> = Result<T, Box<dyn Error>>;

pub fn integer(digits: &str) -> Refusable<BigUint> {
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err("not a hexadecimal number".into());
    }
    BigUint::parse_bytes(digits.as_bytes(), 16).ok_or_else(|| "an empty text is not a number".into())
}

pub fn pad_hex(n: &BigUint) -> Vec<u8> {
    let bytes = n.to_bytes_be();
    if bytes[0] >= 0x80 {
        [vec![0], bytes].concat()
    } else {
        bytes
    }
}

fn hash_to_integer(parts: &[&[u8]]) -> BigUint {
    BigUint::from_bytes_be(&Sha256::digest(parts.concat()))
}

pub fn hash_integers(first: &BigUint, second: &BigUint) -> BigUint {
    hash_to_integer(&[&pad_hex(first), &pad_hex(second)])
}

pub fn hmac(key: &[u8], message: &[u8]) -> Vec<u8> {
    let mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.chain_update(message).finalize().into_bytes().to_vec()
}

/// Returns the pseudorandom key and the output of HKDF-SHA256.
pub fn hkdf(ikm: &[u8], salt: &[u8], info: &[u8], length: usize) -> Refusable<(Vec<u8>, Vec<u8>)> {
    let (prk, expander) = hkdf::Hkdf::<Sha256>::extract(Some(salt), ikm);
    let mut okm = vec![0; length];
    expander.expand(info, &mut okm).map_err(|error| error.to_string())?;
    Ok((prk.to_vec(), okm))
}

pub fn session_key(s: &BigUint, u: &BigUint) -> Refusable<(Vec<u8>, Vec<u8>)> {
    hkdf(&pad_hex(s), &pad_hex(u), b"Caldera Derived Key", 16)
}

pub fn pool_name(user_pool_id: &str) -> Refusable<&str> {
    Ok(user_pool_id.split_once('_').ok_or("not the id of a user pool")?.1)
}

pub fn timestamp(now_ms: i64) -> Refusable<String> {
    let now = Utc.timestamp_millis_opt(now_ms).single().ok_or("outside the calendar")?;
    Ok(now.format("%a %b %-d %H:%M:%S UTC %Y").to_string())
}

pub fn power_of_2(exponent: &BigUint) -> BigUint {
    BigUint::from(2u8).modpow(exponent, &n())
}

pub fn premaster_secret(a: &BigUint, b: &BigUint, u: &BigUint, x: &BigUint) -> Refusable<BigUint> {
    if b % n() == 0u8.into() || *u == 0u8.into() {
        return Err("the client must abort".into());
    }
    let subtrahend = k() * power_of_2(x) % n();
    Ok((b + n() - subtrahend).modpow(&(a + u * x), &n()))
}

pub fn password_hash(pool_name: &str, user_id: &str, password: &str) -> Vec<u8> {
    Sha256::digest([pool_name, user_id, ":", password].concat()).to_vec()
}

pub fn private_key(salt: &BigUint, password_hash: &[u8]) -> BigUint {
    hash_to_integer(&[&pad_hex(salt), password_hash])
}

pub fn message(pool_name: &str, user_id: &str, secret_block: &str, timestamp: &str) -> Refusable<Vec<u8>> {
    Ok([pool_name.as_bytes(), user_id.as_bytes(), &base64::decode(secret_block)?, timestamp.as_bytes()].concat())
}
