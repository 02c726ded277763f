import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LOCKOUT_WINDOW_MS, LOGIN_FAILURES, LOGIN_FAILURES_ANYWHERE } from '../../identity/lockout.ts';
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

async function somebody(): Promise<Person> {
  count += 1;
  return (await world.account('harbour')).person(`person ${count}`);
}

/** The `result_code` of signing in from an address. */
async function signIn(address: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const answer = await world.post('loginByCodeOrPd', {
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams(fields),
  });
  return Object(await answer.json()).result_code;
}

const [RIGHT, WRONG, LOCKED, FACTOR_WRONG] = ['000', '1002', '1003', '1007'];
const withPassword = (address: string, login: string, password: string) =>
  signIn(address, { phone: login, pd: passwordDigest(password) });

/** Guesses from as many addresses as it takes, ten from each. */
async function attack(login: string, guesses: number): Promise<string[]> {
  const said: string[] = [];
  for (let guess = 0; guess < guesses; guess += 1) {
    said.push(await withPassword(`198.51.100.${Math.floor(guess / LOGIN_FAILURES)}`, login, 'guess'));
  }
  return said;
}

test('whoever guesses a login ten times is locked out, and its user elsewhere is not', async () => {
  const ada = await somebody();
  expect(new Set(await attack(ada.login, LOGIN_FAILURES))).toEqual(new Set([WRONG]));
  expect(await withPassword('198.51.100.0', ada.login, PASSWORD)).toBe(LOCKED);
  expect(await withPassword(HOME, ada.login, PASSWORD)).toBe(RIGHT);
});

test('guesses from many addresses lock the login, but not where its user has signed in lately', async () => {
  const ada = await somebody();
  expect(await withPassword(HOME, ada.login, PASSWORD)).toBe(RIGHT);
  expect(new Set(await attack(ada.login, LOGIN_FAILURES_ANYWHERE))).toEqual(new Set([WRONG]));
  expect(await withPassword('192.0.2.1', ada.login, PASSWORD)).toBe(LOCKED);
  expect(await withPassword(HOME, ada.login, PASSWORD)).toBe(RIGHT);
  // That her password was right there clears nobody else's guesses.
  expect(await withPassword('192.0.2.1', ada.login, PASSWORD)).toBe(LOCKED);
  for (let guess = 0; guess < LOGIN_FAILURES; guess += 1) {
    expect(await withPassword(HOME, ada.login, 'guess')).toBe(WRONG);
  }
  expect(await withPassword(HOME, ada.login, PASSWORD)).toBe(LOCKED);
  world.clock.advance(LOCKOUT_WINDOW_MS);
  expect(await withPassword('192.0.2.1', ada.login, PASSWORD)).toBe(RIGHT);
});

test('a login that does not exist is locked in the same way', async () => {
  expect(new Set(await attack('nobody at all', LOGIN_FAILURES_ANYWHERE))).toEqual(new Set([WRONG]));
  expect(await withPassword(HOME, 'nobody at all', PASSWORD)).toBe(LOCKED);
});

test('a line with a whole IPv6 network to itself is one address', async () => {
  const ada = await somebody();
  for (let guess = 0; guess < LOGIN_FAILURES; guess += 1) {
    expect(await withPassword(`2001:db8:0:1::${guess + 1}`, ada.login, 'guess')).toBe(WRONG);
  }
  expect(await withPassword('2001:db8:0:1:ffff::1', ada.login, PASSWORD)).toBe(LOCKED);
  expect(await withPassword('2001:db8:0:2::1', ada.login, PASSWORD)).toBe(RIGHT);
});

test('codes of an authenticator are guessed ten times, from however many addresses', async () => {
  const ada = await somebody();
  const { secret } = await ada.call('beginTwoFactor', { oldPD: passwordDigest(PASSWORD) });
  const totp = new TOTP({ secret });
  const otp = () => totp.generate({ timestamp: world.clock.now() });
  await ada.call('confirmTwoFactor', { otp: otp() });
  world.clock.advance(60_000);
  const enter = (address: string, code: string) =>
    signIn(address, { phone: ada.login, pd: passwordDigest(PASSWORD), otp: code });
  const wrong = String((Number(otp()) + 500_000) % 1_000_000).padStart(6, '0');
  for (let guess = 0; guess < LOGIN_FAILURES; guess += 1) {
    expect(await enter(`198.51.100.${guess}`, wrong)).toBe(FACTOR_WRONG);
  }
  expect(await enter(HOME, otp())).toBe(LOCKED);
  world.clock.advance(LOCKOUT_WINDOW_MS);
  expect(await enter(HOME, otp())).toBe(RIGHT);
});
