import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '../db/database.ts';
import { startWorld, type World } from '../testing/world.ts';
import {
  consumeSecondFactor,
  describeTotp,
  findTotpStep,
  newTotpSecret,
  renewRecoveryCodes,
} from './totp.ts';

/** RFC 6238, appendix B: the secret of its SHA-1 values, of which the last six digits are used. */
const SECRET = Buffer.from('12345678901234567890', 'ascii');
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

describe('a code', () => {
  test.each(VECTORS)('matches RFC 6238 at %i s', (seconds, code) => {
    expect(findTotpStep(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  test('is valid one step early and one step late, and no longer', () => {
    // 287082 is the code of step 1: 30 s to 60 s.
    const at = (seconds: number) => findTotpStep(SECRET, '287082', seconds * 1000);
    expect([at(0), at(29), at(59), at(89)]).toEqual([1, 1, 1, 1]);
    expect([at(90), at(3_600)]).toEqual([null, null]);
  });

  test('has six digits and may contain a space', () => {
    expect(findTotpStep(SECRET, '287 082', 59_000)).toBe(1);
    for (const wrong of ['28708', '2870822', '94287082', 'abcdef', '', '２８７０８２']) {
      expect(findTotpStep(SECRET, wrong, 59_000)).toBeNull();
    }
  });

  test('is described in the form that authenticators expect', () => {
    const { secret, uri } = describeTotp(SECRET, 'zoë@harbour');
    // RFC 4648: `printf 12345678901234567890 | base32`
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const { protocol, host, pathname, searchParams } = new URL(uri);
    expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Wakeline:zoë@harbour',
    ]);
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: 'Wakeline',
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });

  test('has a random secret with the length of the hash', () => {
    expect(newTotpSecret()).toHaveLength(20);
    expect(newTotpSecret()).not.toEqual(newTotpSecret());
  });
});

describe('the second factor', () => {
  let world: World;
  let userId: number;
  beforeAll(async () => {
    world = await startWorld();
    userId = (await (await world.account('harbour')).person('ada')).userId;
  });
  afterAll(() => world.stop());
  beforeEach(() => setFactor({ totp_secret: SECRET, totp_confirmed_at: new Date(0), totp_last_step: null }));

  function setFactor(columns: {
    totp_secret: Buffer | null;
    totp_confirmed_at: Date | null;
    totp_last_step: number | null;
  }) {
    return world.database.db.updateTable('app_user').set(columns).where('user_id', '=', userId).execute();
  }
  function inTx<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return world.database.db.transaction().execute(work);
  }
  const consume = (otp: string, seconds: number) =>
    inTx((tx) => consumeSecondFactor(tx, userId, otp, seconds * 1000));

  test('is accepted once, and older codes are not accepted after it', async () => {
    // RFC 4226, appendix D: 755224, 287082, 359152 are those of steps 0, 1, 2.
    expect(await consume('287082', 59)).toBe(true);
    expect(await consume('287082', 59)).toBe(false);
    expect(await consume('755224', 59)).toBe(false);
    expect(await consume('359152', 59)).toBe(true);
  });

  test('is accepted once by concurrent calls', async () => {
    const both = await Promise.all([consume('287082', 59), consume('287082', 59)]);
    expect(both.toSorted()).toEqual([false, true]);
  });

  test('is not accepted before it is confirmed, or without a secret', async () => {
    await setFactor({ totp_secret: SECRET, totp_confirmed_at: null, totp_last_step: null });
    expect(await consume('287082', 59)).toBe(false);
    await setFactor({ totp_secret: null, totp_confirmed_at: null, totp_last_step: null });
    expect(await consume('287082', 59)).toBe(false);
  });

  test('may be a recovery code, each once, in any notation', async () => {
    const codes = await inTx((tx) => renewRecoveryCodes(tx, userId));
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    expect(first).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect(await consume(first, 59)).toBe(true);
    expect(await consume(first, 59)).toBe(false);
    expect(await consume(second.toLowerCase().replaceAll('-', ''), 59)).toBe(true);
  });

  test('is not a recovery code of another user or one that was revoked', async () => {
    const other = await (await world.account('harbour')).person('ben');
    const [others = ''] = await inTx((tx) => renewRecoveryCodes(tx, other.userId));
    expect(await consume(others, 59)).toBe(false);
    const [old = ''] = await inTx((tx) => renewRecoveryCodes(tx, userId));
    await inTx((tx) => renewRecoveryCodes(tx, userId));
    expect(await consume(old, 59)).toBe(false);
  });

  test('stores only the SHA-256 of recovery codes', async () => {
    const [code = ''] = await inTx((tx) => renewRecoveryCodes(tx, userId));
    const rows = await world.database.db.selectFrom('recovery_code').selectAll().execute();
    expect(rows.every(({ code_hash }) => code_hash.length === 32)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});
