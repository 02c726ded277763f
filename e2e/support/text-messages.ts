import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import type { ServerProcess } from './server.ts';

/** The purpose of a code in the text of its message. */
const PURPOSES = {
  login: /to sign in is (\d{6})|登录验证码是(\d{6})/,
  registration: /to register is (\d{6})|注册验证码是(\d{6})/,
  bindPhone: /to bind this phone is (\d{6})|绑定手机验证码是(\d{6})/,
  recovery: /to set a new password is (\d{6})|找回密码验证码是(\d{6})/,
} as const;

/** Waits for a text message with a code for this purpose to a phone, and returns the code. Reads the operator's outbox. */
export async function readCode(
  server: ServerProcess,
  phone: string,
  purpose: keyof typeof PURPOSES,
): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const lines = (await server.operator('outbox')).split('\n');
    const found = PURPOSES[purpose].exec(lines.find((line) => line.includes(phone)) ?? '');
    code = found?.[1] ?? found?.[2];
    expect(code).toBeDefined();
  }).toPass();
  return code ?? '';
}

/** Another number of the same length: a wrong guess. */
export const wrongCode = (code: string): string => code.replace(/^./, (digit) => (digit === '9' ? '0' : '9'));

/** Registers an account for a phone. Registration must be open; the phone can get further codes a minute later. */
export async function registerPhone(server: ServerProcess, phone: string, password: string): Promise<void> {
  await server.client.call('sendLoginCode', { phone, type: 1, lang: 'en_US' });
  const code = await readCode(server, phone, 'registration');
  const pd = createHash('md5').update(password).digest('hex');
  await server.client.call('register', { phone, code, pd, lang: 'en_US' });
}
