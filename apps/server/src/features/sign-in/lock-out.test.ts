import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  LOCKOUT_WINDOW_MS,
  MAX_LOGIN_FAILURES,
  MAX_LOGIN_FAILURES_ANYWHERE,
} from '../../identity/lockout.ts';
import { passwordDigest } from '../../identity/password.ts';
import { PASSWORD, type Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const HOME = '203.0.113.7';

let world: World;
let count = 0;

beforeAll(async () => {
  world = await startWorld({ environment: { WAKELINE_TRUST_PROXY: 'yes' } });
});
afterAll(() => world.stop());
beforeEach(() => world.clock.advance(LOCKOUT_WINDOW_MS));

async function createPerson(): Promise<Person> {
  count += 1;
  return (await world.account('harbour')).person(`person ${count}`);
}

/** Signs in from an address and returns the `result_code`. */
async function signIn(address: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const response = await world.post('loginByCodeOrPd', {
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams(fields),
  });
  return Object(await response.json()).result_code;
}

const [CORRECT, WRONG, LOCKED, FACTOR_WRONG] = ['000', '1002', '1003', '1007'];
const signInWithPassword = (address: string, login: string, password: string) =>
  signIn(address, { phone: login, pd: passwordDigest(password) });

/** Guesses from several addresses, ten from each. */
async function guessPassword(login: string, guesses: number): Promise<string[]> {
  const resultCodes: string[] = [];
  for (let guess = 0; guess < guesses; guess += 1) {
    resultCodes.push(
      await signInWithPassword(`198.51.100.${Math.floor(guess / MAX_LOGIN_FAILURES)}`, login, 'guess'),
    );
  }
  return resultCodes;
}

test('locks an address after ten guesses of a login, but not its user elsewhere', async () => {
  const ada = await createPerson();
  expect(new Set(await guessPassword(ada.login, MAX_LOGIN_FAILURES))).toEqual(new Set([WRONG]));
  expect(await signInWithPassword('198.51.100.0', ada.login, PASSWORD)).toBe(LOCKED);
  expect(await signInWithPassword(HOME, ada.login, PASSWORD)).toBe(CORRECT);
});

test('locks a login after guesses from many addresses, except for recently used addresses', async () => {
  const ada = await createPerson();
  expect(await signInWithPassword(HOME, ada.login, PASSWORD)).toBe(CORRECT);
  expect(new Set(await guessPassword(ada.login, MAX_LOGIN_FAILURES_ANYWHERE))).toEqual(new Set([WRONG]));
  expect(await signInWithPassword('192.0.2.1', ada.login, PASSWORD)).toBe(LOCKED);
  expect(await signInWithPassword(HOME, ada.login, PASSWORD)).toBe(CORRECT);
  // A correct password there does not clear failures of other addresses.
  expect(await signInWithPassword('192.0.2.1', ada.login, PASSWORD)).toBe(LOCKED);
  for (let guess = 0; guess < MAX_LOGIN_FAILURES; guess += 1) {
    expect(await signInWithPassword(HOME, ada.login, 'guess')).toBe(WRONG);
  }
  expect(await signInWithPassword(HOME, ada.login, PASSWORD)).toBe(LOCKED);
  world.clock.advance(LOCKOUT_WINDOW_MS);
  expect(await signInWithPassword('192.0.2.1', ada.login, PASSWORD)).toBe(CORRECT);
});

test('locks an unknown login in the same way', async () => {
  expect(new Set(await guessPassword('unknown login', MAX_LOGIN_FAILURES_ANYWHERE))).toEqual(
    new Set([WRONG]),
  );
  expect(await signInWithPassword(HOME, 'unknown login', PASSWORD)).toBe(LOCKED);
});

test('counts an IPv6 network as one address', async () => {
  const ada = await createPerson();
  for (let guess = 0; guess < MAX_LOGIN_FAILURES; guess += 1) {
    expect(await signInWithPassword(`2001:db8:0:1::${guess + 1}`, ada.login, 'guess')).toBe(WRONG);
  }
  expect(await signInWithPassword('2001:db8:0:1:ffff::1', ada.login, PASSWORD)).toBe(LOCKED);
  expect(await signInWithPassword('2001:db8:0:2::1', ada.login, PASSWORD)).toBe(CORRECT);
});

test('locks the second factor after ten guesses from any number of addresses', async () => {
  const ada = await createPerson();
  const { secret } = await ada.call('beginTwoFactor', { oldPD: passwordDigest(PASSWORD) });
  const totp = new TOTP({ secret });
  const otp = () => totp.generate({ timestamp: world.clock.now() });
  await ada.call('confirmTwoFactor', { otp: otp() });
  world.clock.advance(60_000);
  const signInWithOtp = (address: string, code: string) =>
    signIn(address, { phone: ada.login, pd: passwordDigest(PASSWORD), otp: code });
  const wrong = String((Number(otp()) + 500_000) % 1_000_000).padStart(6, '0');
  for (let guess = 0; guess < MAX_LOGIN_FAILURES; guess += 1) {
    expect(await signInWithOtp(`198.51.100.${guess}`, wrong)).toBe(FACTOR_WRONG);
  }
  expect(await signInWithOtp(HOME, otp())).toBe(LOCKED);
  world.clock.advance(LOCKOUT_WINDOW_MS);
  expect(await signInWithOtp(HOME, otp())).toBe(CORRECT);
});
