import { NamedError } from '@wakeline/contract/errors';
import { BIG_SCREEN_KINDS } from '@wakeline/contract/screens/screens';
import { createScreens, SHARED_SCREEN } from './account-data/screens.ts';
import { HARBOUR } from './scenes/harbour.ts';
import type { ResourceKind, SeedContext } from './seed-account.ts';

const SHARE = '港区监控大屏 Harbour wall';
const SHARE_DAYS = 90;
const DAY = 86_400_000;

/** Big screens of the account, and a link of one. */
export function createScreenKinds(context: SeedContext): readonly ResourceKind[] {
  const { client, groups, signal } = context;
  return [
    {
      action: 'saveScreen',
      names: async () => {
        const kinds = await Promise.all(
          BIG_SCREEN_KINDS.map((kind) => client.call('queryScreens', { kind }, { signal })),
        );
        return kinds.flatMap(({ list }) => list.map((item) => item.screenName));
      },
      items: createScreens(groups.get(HARBOUR) ?? null).map((screen) => ({
        name: screen.screenName,
        create: () => client.call('saveScreen', screen, { signal }),
      })),
    },
    {
      action: 'createScreenLink',
      names: async () =>
        (await client.call('queryShareLinks', {}, { signal })).list.map((item) => item.shareName),
      items: [{ name: SHARE, create: () => createShare(context) }],
    },
  ];
}

async function createShare({ client, passwordDigest: oldPD, url, log, signal }: SeedContext): Promise<void> {
  const { list } = await client.call('queryScreens', { kind: 'visual' }, { signal });
  const screenId = list.find(({ screenName }) => screenName === SHARED_SCREEN)?.screenId ?? null;
  if (screenId === null) throw new NamedError('screen-unknown');
  const expireTime = Date.now() + SHARE_DAYS * DAY;
  const link = { shareName: SHARE, screenId, hideNames: false, expireTime, oldPD };
  const { code } = await client.call('createScreenLink', link, { signal });
  log(`demo: screen without sign-in: ${url}/visualScreen?t=${code}`);
}
