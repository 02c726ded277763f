import { once } from 'node:events';
import { createClient } from '@wakeline/client/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MAX_LOGIN_FAILURES } from '../../identity/lockout.ts';
import { hashDigest, passwordDigest } from '../../identity/password.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { PASSWORD } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { RESET_TOKEN_TTL_MS } from './recover.ts';
import { createRecovery, NEW_PASSWORD } from './recovery.testing.ts';

let world: World;
let recovery: ReturnType<typeof createRecovery>;

beforeAll(async () => {
  world = await startWorld();
  recovery = createRecovery(world);
});
afterAll(() => world.stop());
beforeEach(() => world.clock.advance(3_600_000));

test('sets a new password with the phone and ends all other access', async () => {
  const ada = await recovery.createPerson();
  const { token } = await ada.call('createToken', {
    oldPD: passwordDigest(PASSWORD),
    name: 'script',
    permission: 'viewer',
    roles: ['eob_plugin_loc_monitor'],
    days: 30,
  });
  const program = createClient({ baseUrl: world.url, prefix: world.prefix, token: () => token });
  await program.call('queryAllTrackers', {});
  const socket = await ada.socket();
  await once(socket, 'open');
  const closed = once(socket, 'close');
  const other = await recovery.requestResetToken(ada.phone);
  world.clock.advance(60_000);
  const resetToken = await recovery.requestResetToken(ada.phone);
  expect(await recovery.reset(resetToken)).toEqual({});

  await expect(ada.call('queryUserConfig', {})).rejects.toMatchObject({ errorName: 'session-gone' });
  await expect(program.call('queryAllTrackers', {})).rejects.toMatchObject({ errorName: 'session-gone' });
  await closed;
  for (const usedToken of [resetToken, other]) {
    await expect(recovery.reset(usedToken)).rejects.toMatchObject({ errorName: 'ticket-gone' });
  }
  await expect(ada.signIn(PASSWORD)).rejects.toMatchObject({ errorName: 'credentials-wrong' });
  await ada.signIn(NEW_PASSWORD);
  const { list } = await ada.call('queryAuditLog', { action: 'resetPd' });
  expect(list[0]).toMatchObject({ account: ada.login, before: null, after: { password: 'changed' } });
});

test('issues one reset token per code and accepts it once', async () => {
  const ada = await recovery.createPerson();
  const code = await recovery.requestCode(ada.phone);
  const first = await recovery.visitor().call('checkResetCode', { phone: ada.phone, code });
  await expect(recovery.visitor().call('checkResetCode', { phone: ada.phone, code })).rejects.toMatchObject({
    errorName: 'code-wrong',
  });
  const outcomes = await Promise.allSettled(
    ['Harbour11', 'Harbour22'].map((text) => recovery.reset(first.ticket, text)),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('accepts a reset token for ten minutes and refuses invalid ones', async () => {
  const ada = await recovery.createPerson();
  const resetToken = await recovery.requestResetToken(ada.phone);
  await expect(recovery.reset(`${resetToken}x`)).rejects.toMatchObject({ errorName: 'ticket-gone' });
  await expect(recovery.reset('')).rejects.toMatchObject({ errorName: 'ticket-gone' });
  world.clock.advance(RESET_TOKEN_TTL_MS);
  await expect(recovery.reset(resetToken)).rejects.toMatchObject({ errorName: 'ticket-gone' });
  await ada.signIn(PASSWORD);
});

test('stores a reset token as a hash', async () => {
  const ada = await recovery.createPerson();
  const resetToken = await recovery.requestResetToken(ada.phone);
  const rows = await world.database.db.selectFrom('reset_ticket').selectAll().execute();
  expect(rows.some((row) => row.ticket_hash.toString('base64url') === resetToken)).toBe(false);
  expect(JSON.stringify(rows)).not.toContain(resetToken);
});

test('refuses a common password and keeps the reset token valid', async () => {
  const ada = await recovery.createPerson();
  const resetToken = await recovery.requestResetToken(ada.phone);
  await expect(recovery.reset(resetToken, 'password')).rejects.toMatchObject({
    errorName: 'password-common',
  });
  await recovery.reset(resetToken);
});

test('refuses disabled users', async () => {
  const ada = await recovery.createPerson();
  const resetToken = await recovery.requestResetToken(ada.phone);
  await world.database.db
    .updateTable('app_user')
    .set({ disabled: true })
    .where('user_id', '=', ada.userId)
    .execute();
  await expect(recovery.reset(resetToken)).rejects.toMatchObject({ errorName: 'ticket-gone' });
  world.clock.advance(60_000);
  await expect(recovery.requestResetToken(ada.phone)).rejects.toMatchObject({ errorName: 'code-wrong' });
});

test('unlocks a login that was locked by mistyped passwords', async () => {
  const ada = await recovery.createPerson();
  for (let wrong = 0; wrong < MAX_LOGIN_FAILURES; wrong += 1) {
    await expect(ada.signIn('wrong')).rejects.toMatchObject({ errorName: 'credentials-wrong' });
  }
  await expect(ada.signIn(PASSWORD)).rejects.toMatchObject({ errorName: 'login-locked' });
  await recovery.reset(await recovery.requestResetToken(ada.phone));
  await ada.signIn(NEW_PASSWORD);
});

test('refuses a concurrent sign-in with the old password', async () => {
  const ada = await recovery.createPerson();
  const { db } = world.database;
  const signingIn = await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('app_user')
      .set({ password_hash: await hashDigest(passwordDigest(NEW_PASSWORD)) })
      .where('user_id', '=', ada.userId)
      .execute();
    // It verifies the old password and then waits for the locked row.
    const outcome = ada.signIn(PASSWORD).then(
      () => 'in',
      (error: { errorName: string }) => error.errorName,
    );
    await eventually('the sign-in waits', async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length > 0;
    });
    return { outcome };
  });
  expect(await signingIn.outcome).toBe('credentials-wrong');
});
