import { type DemoPerson, PEOPLE } from './account-data/people.ts';
import { drawPortrait } from './account-data/portrait.ts';
import type { ResourceKind, SeedContext } from './seed-account.ts';

/** People of the demo's races, with their devices and terminals; some have withdrawn. */
export function createPeopleKinds(context: SeedContext): readonly ResourceKind[] {
  const { client, signal } = context;
  return [
    {
      action: 'createPeople',
      names: async () =>
        (await client.call('queryPeoplesByPage', { pageIndex: 1, pageSize: 100 }, { signal })).list.map(
          (item) => item.personName,
        ),
      items: PEOPLE.map((person, index) => ({
        name: person.personName,
        create: () => createPerson(context, person, index),
      })),
    },
  ];
}

async function createPerson(
  { client, trackers, deviceIds, signal }: SeedContext,
  { device, terminal, isWithdrawn, ...form }: DemoPerson,
  index: number,
): Promise<void> {
  const trackerId = device === null ? null : (trackers.get(deviceIds.get(device) ?? '') ?? null);
  const accounts =
    terminal === null ? [] : (await client.call('queryBdUsers', { keywords: terminal }, { signal })).list;
  const account = accounts.find(({ bdUserName }) => bdUserName === terminal);
  const communicationAccountId = account?.bdUserId ?? null;
  const photoUrl = index % 4 === 3 ? null : await uploadPortrait({ client, signal }, index);
  const payload = { ...form, trackerId, communicationAccountId, photoUrl };
  const { personId } = await client.call('createPeople', payload, { signal });
  if (isWithdrawn) await client.call('withdrawPeople', { personIds: [personId] }, { signal });
}

async function uploadPortrait(
  { client, signal }: Pick<SeedContext, 'client' | 'signal'>,
  index: number,
): Promise<string> {
  const picture = new File([new Uint8Array(drawPortrait(index))], 'portrait.png');
  return (await client.call('uploadPersonPhoto', { picture }, { signal })).photoUrl;
}
