import { createClient } from '@wakeline/client/client';
import { CODE_TYPES } from '@wakeline/contract/sign-in';
import { passwordDigest } from '../../identity/password.ts';
import type { Person } from '../../testing/person.ts';
import type { World } from '../../testing/world.ts';

export const NEW_PASSWORD = 'Lighthouse9';

/** Helpers for password recovery by an anonymous user. */
export function createRecovery(world: World) {
  let count = 0;
  const visitor = () => createClient({ baseUrl: world.url, prefix: world.prefix });

  async function requestCode(phone: string): Promise<string> {
    await visitor().call('sendLoginCode', { phone, type: CODE_TYPES.recovery });
    return world.textMessages.nextCode(phone);
  }

  return {
    visitor,
    requestCode,
    /** Creates a user with a bound phone. */
    async createPerson(): Promise<Person & { readonly phone: string }> {
      count += 1;
      const phone = `139${String(count).padStart(8, '0')}`;
      const ada = await (await world.account('harbour')).person(`forgetful ${count}`);
      await world.database.db
        .updateTable('app_user')
        .set({ phone })
        .where('user_id', '=', ada.userId)
        .execute();
      return Object.assign(ada, { phone });
    },
    async requestResetToken(phone: string): Promise<string> {
      return (await visitor().call('checkResetCode', { phone, code: await requestCode(phone) })).ticket;
    },
    reset: (resetToken: string, password: string = NEW_PASSWORD) =>
      visitor().call('resetPd', { ticket: resetToken, newPD: passwordDigest(password) }),
  };
}
