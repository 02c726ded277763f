import { COMMUNICATION_ACCOUNTS } from './account-data/communication-accounts.ts';
import {
  SATELLITE_CONTACTS,
  SATELLITE_CONVENTION,
  SATELLITE_QUOTA,
  SATELLITE_TEMPLATES,
} from './account-data/satellite-people.ts';
import { createPassword } from './create-password.ts';
import type { ResourceKind, SeedContext } from './seed-account.ts';

/** Satellite terminals of devices of the demo, with the people and settings of their messages. */
export function createSatelliteKinds(context: SeedContext): readonly ResourceKind[] {
  const { client, trackers, deviceIds, signal } = context;
  return [
    {
      action: 'createBdUsers',
      names: async () =>
        (await client.call('queryBdUsers', { pageIndex: 1, pageSize: 100 }, { signal })).list.map(
          (item) => item.bdUserName,
        ),
      items: COMMUNICATION_ACCOUNTS.map(({ device, ...form }) => ({
        name: form.bdUserName,
        create: () => {
          const trackerId = device === null ? null : (trackers.get(deviceIds.get(device) ?? '') ?? null);
          const bdUsers = [{ ...form, trackerId, password: createPassword() }];
          return client.call('createBdUsers', { bdUsers }, { signal });
        },
      })),
    },
    {
      action: 'createSatelliteContact',
      names: async () =>
        (await client.call('querySatelliteContacts', {}, { signal })).list.map((item) => item.contactName),
      items: SATELLITE_CONTACTS.map((contact) => ({
        name: contact.contactName,
        create: () => client.call('createSatelliteContact', contact, { signal }),
      })),
    },
    {
      action: 'createSatelliteTemplate',
      names: async () =>
        (await client.call('querySatelliteTemplates', {}, { signal })).list.map((item) => item.templateName),
      items: SATELLITE_TEMPLATES.map((template) => ({
        name: template.templateName,
        create: () => client.call('createSatelliteTemplate', template, { signal }),
      })),
    },
    ...createSettingKinds(context),
  ];
}

/** Settings are the account's: in the audit log they have its name. */
function createSettingKinds({ client, account, signal }: SeedContext): readonly ResourceKind[] {
  const readSettings = () => client.call('querySatelliteSettings', {}, { signal });
  return [
    {
      action: 'editSatelliteConvention',
      names: async () => {
        const { convention, defaultConvention } = await readSettings();
        return JSON.stringify(convention) === JSON.stringify(defaultConvention) ? [] : [account];
      },
      items: [
        {
          name: account,
          create: () =>
            client.call('editSatelliteConvention', { convention: SATELLITE_CONVENTION }, { signal }),
        },
      ],
    },
    {
      action: 'editSatelliteQuota',
      names: async () => ((await readSettings()).monthlyQuota === null ? [] : [account]),
      items: [
        {
          name: account,
          create: () => client.call('editSatelliteQuota', { monthlyQuota: SATELLITE_QUOTA }, { signal }),
        },
      ],
    },
  ];
}
