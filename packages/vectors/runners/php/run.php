<?php

// Client side of Cognito's SRP and runner of the test vectors, for PHP 8.2 or later with the extension gmp.
//
//     php run.php [folder]    prints a line for each group type; exits with status 1 if a test fails
//
// To test your own code, call it in compute().

declare(strict_types=1);

const N = 'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404ddef9519b3cd3a431b302b0a6df25f1437'
    . '4fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7edee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf05'
    . '98da48361c55d39a69163fa8fd24cf5f83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b'
    . 'e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa051015728e5a8aaac42dad33170d04507a33'
    . 'a85521abdf1cba64ecfb850458dbef0a8aea71575d060c7db3970f85a6e1e4c7abf5ae8cdb0933d71e8c94e04a25619dcee3d2261ad2ee6bf12ffa06d98a0864'
    . 'd87602733ec86a64521f2b18177b200cbbe117577a615d6c770988c0bad946e208e24fa074e5ab3143db5bfce0fd108e4b82d120a93ad2caffffffffffffffff';

final class Refused extends Exception {}

function padHex(GMP $n): string
{
    $bytes = gmp_export($n);
    return $bytes === '' || ord($bytes) >= 0x80 ? "\0$bytes" : $bytes;
}

function integer(string $hex): GMP
{
    return ctype_xdigit($hex) ? gmp_init($hex, 16) : throw new Refused('not a hexadecimal number');
}

function hashInteger(string $bytes): GMP
{
    return gmp_import(hash('sha256', $bytes, binary: true));
}

function hashOfBoth(GMP $first, GMP $second): GMP
{
    return hashInteger(padHex($first) . padHex($second));
}

function power(GMP|int $base, GMP $exponent): GMP
{
    return gmp_powm($base, $exponent, integer(N));
}

function passwordHash(array $in): string
{
    return hash('sha256', "{$in['poolName']}{$in['userId']}:{$in['password']}", binary: true);
}

function privateKey(array $in): GMP
{
    return hashInteger(padHex(integer($in['salt'])) . passwordHash($in));
}

function premasterSecret(GMP $a, GMP $B, GMP $u, GMP $x): GMP
{
    if ($B % integer(N) == 0 || $u == 0) {
        throw new Refused('the client must abort');
    }
    return power($B - hashOfBoth(integer(N), gmp_init(2)) * power(2, $x), $a + $u * $x);
}

function sessionKey(GMP $S, GMP $u): string
{
    return hash_hkdf('sha256', padHex($S), 16, 'Caldera Derived Key', padHex($u));
}

function hmac(string $key, string $message): string
{
    return hash_hmac('sha256', $message, $key, binary: true);
}

function message(array $in): string
{
    $secretBlock = base64_decode($in['secretBlock'], strict: true);
    if ($secretBlock === false || preg_match('/\s/', $in['secretBlock'])) {
        throw new Refused('not base64');
    }
    return $in['poolName'] . $in['userId'] . $secretBlock . $in['timestamp'];
}

function formatTimestamp(int $ms): string
{
    return gmdate('D M j H:i:s \U\T\C Y', intdiv($ms, 1000));
}

function claim(array $in): array
{
    [$a, $B, $x] = [integer($in['a']), integer($in['B']), privateKey($in)];
    $A = power(2, $a);
    $u = hashOfBoth($A, $B);
    $S = premasterSecret($a, $B, $u, $x);
    $key = sessionKey($S, $u);
    $signature = base64_encode(hmac($key, message($in)));
    $k = hashOfBoth(integer(N), gmp_init(2));
    return hexOf(compact('A', 'k', 'x', 'u', 'S')) + ['key' => bin2hex($key), 'signature' => $signature];
}

function challenge(array $in): array
{
    ['SALT' => $salt, 'SECRET_BLOCK' => $secretBlock, 'SRP_B' => $B, 'USER_ID_FOR_SRP' => $userId] = $in['challengeParameters'];
    $timestamp = formatTimestamp($in['nowMs']);
    $claim = claim(compact('salt', 'secretBlock', 'B', 'userId', 'timestamp') + ['poolName' => explode('_', $in['userPoolId'])[1]] + $in);
    $responses = ['PASSWORD_CLAIM_SECRET_BLOCK' => $secretBlock, 'PASSWORD_CLAIM_SIGNATURE' => $claim['signature']];
    return ['SRP_A' => $claim['A'], 'TIMESTAMP' => $timestamp] + $responses;
}

function deviceVerifier(array $in): array
{
    $x = privateKey($in);
    $verifier = power(2, $x);
    $sent = ['Salt' => base64_encode(padHex(integer($in['salt']))), 'PasswordVerifier' => base64_encode(padHex($verifier))];
    return hexOf(compact('x', 'verifier')) + $sent;
}

/** Renames the fields of a device claim to the field names of a password claim. */
function deviceAsUser(array $in): array
{
    return ['poolName' => $in['deviceGroupKey'], 'userId' => $in['deviceKey'], 'password' => $in['devicePassword']] + $in;
}

function hexOf(array $integers): array
{
    return array_map(fn (GMP $n) => gmp_strval($n, 16), $integers);
}

/** Returns the values that a test of this group type expects, or null if the type is not covered. */
function compute(string $type, array $in): ?array
{
    $n = fn (string $name): GMP => integer($in[$name]);
    return match ($type) {
        'PasswordClaim' => claim($in),
        'PasswordVerifierChallenge' => challenge($in),
        'DeviceClaim' => claim(deviceAsUser($in)),
        'DeviceVerifier' => deviceVerifier(deviceAsUser($in)),
        'PublicValue' => hexOf(['A' => power(2, $n('a'))]),
        'Multiplier' => hexOf(['k' => hashOfBoth($n('N'), $n('g'))]),
        'Scrambler' => hexOf(['u' => hashOfBoth($n('A'), $n('B'))]),
        'PrivateKey' => ['passwordHash' => bin2hex(passwordHash($in))] + hexOf(['x' => privateKey($in)]),
        'PremasterSecret' => hexOf(['S' => premasterSecret($n('a'), $n('B'), $n('u'), $n('x'))]),
        'SessionKey' => [
            'prk' => bin2hex(hmac(padHex($n('u')), padHex($n('S')))),
            'key' => bin2hex(sessionKey($n('S'), $n('u'))),
        ],
        'Signature' => ['message' => bin2hex(message($in)), 'signature' => base64_encode(hmac(hex2bin($in['key']), message($in)))],
        'Hkdf' => [
            'prk' => bin2hex(hmac(hex2bin($in['salt']), hex2bin($in['ikm']))),
            'okm' => bin2hex(hash_hkdf('sha256', hex2bin($in['ikm']), $in['length'], hex2bin($in['info']), hex2bin($in['salt']))),
        ],
        'PaddedInteger' => ['bytes' => bin2hex(padHex($n('hex')))],
        'PoolName' => ['poolName' => explode('_', $in['userPoolId'])[1]],
        'SecretHash' => ['secretHash' => base64_encode(hmac($in['clientSecret'], $in['username'] . $in['clientId']))],
        'Timestamp' => ['timestamp' => formatTimestamp($in['nowMs'])],
        default => null,
    };
}

/** Returns "passed", "not covered", or a description of the failure. */
function result(string $type, array $test): string
{
    try {
        $computed = compute($type, $test['input']);
    } catch (Refused $refused) {
        return $test['result'] === 'valid' ? "refused: {$refused->getMessage()}" : 'passed';
    }
    if ($computed === null) {
        return 'not covered';
    }
    $differences = array_keys(array_diff_assoc($test['expected'] ?? [], $computed));
    return match (true) {
        $test['result'] === 'invalid' => 'accepted',
        $differences !== [] => 'other values: ' . implode(', ', $differences),
        default => 'passed',
    };
}

$counts = [];
foreach (glob(($argv[1] ?? __DIR__ . '/../../testvectors') . '/*.json') as $path) {
    foreach (json_decode(file_get_contents($path), true, flags: JSON_THROW_ON_ERROR)['testGroups'] as $group) {
        foreach ($group['tests'] as $test) {
            $result = result($group['type'], $test);
            if ($result !== 'passed' && $result !== 'not covered') {
                printf("%s tcId %d [%s] %s: %s\n", basename($path), $test['tcId'], implode(' ', $test['flags']), $test['comment'], $result);
                $result = 'failed';
            }
            $counts[$group['type']] ??= ['passed' => 0, 'failed' => 0, 'not covered' => 0];
            $counts[$group['type']][$result]++;
        }
    }
}
ksort($counts);
foreach ($counts as $type => $count) {
    $isCovered = $count['not covered'] === 0;
    echo "$type: ", $isCovered ? "{$count['passed']} passed, {$count['failed']} failed" : "not covered ({$count['not covered']})", "\n";
}
[$passed, $failed, $notCovered] = array_map(fn (string $result) => array_sum(array_column($counts, $result)), ['passed', 'failed', 'not covered']);
echo "$passed passed, $failed failed, $notCovered not covered\n";
exit($failed > 0 || $passed === 0 ? 1 : 0);
