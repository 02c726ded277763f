import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of contacts, settings and templates of satellite messages. */
export function satelliteSettingsRows({ database: { db }, clock }: World, { uniqueName }: Makers) {
  const uniqueAddress = () => `${uniqueName().replace(' ', '')}@harbour.example`;

  async function createContact({ accountId }: Owner): Promise<number> {
    const { contact_id } = await db
      .insertInto('satellite_contact')
      .values({
        account_id: accountId,
        number: null,
        name: 'Watch',
        kind: 'email',
        address: uniqueAddress(),
        created_at: new Date(clock.now()),
      })
      .returning('contact_id')
      .executeTakeFirstOrThrow();
    return contact_id;
  }

  async function createTemplate({ accountId }: Owner): Promise<number> {
    const { template_id } = await db
      .insertInto('satellite_template')
      .values({
        account_id: accountId,
        name: uniqueName(),
        content: 'Return to port',
        created_at: new Date(clock.now()),
      })
      .returning('template_id')
      .executeTakeFirstOrThrow();
    return template_id;
  }

  const template = () => ({ templateName: uniqueName(), content: 'Return to port' });
  const words = { wechatWords: ['wx'], weiboWords: ['wb'], weatherWords: ['tq'] };
  return {
    querySatelliteContacts: rowWithoutIds(() => ({})),
    createSatelliteContact: rowWithoutIds(() => ({
      contactName: 'Watch',
      kind: 'email' as const,
      address: uniqueAddress(),
    })),
    editSatelliteContact: {
      payload: async (owner) => ({ contactId: await createContact(owner), contactName: 'Bridge' }),
      otherAccountError: 'satellite-contact-unknown',
    },
    deleteSatelliteContact: {
      payload: async (owner) => ({ contactId: await createContact(owner) }),
      otherAccountError: 'satellite-contact-unknown',
    },
    createSatelliteBindCode: {
      payload: async () => ({}),
      // This server has no WeChat account.
      expectedError: 'wechat-not-configured',
      otherAccountError: null,
    },
    querySatelliteSettings: rowWithoutIds(() => ({})),
    editSatelliteConvention: rowWithoutIds(() => ({ convention: { cardPrefix: '#', ...words } })),
    editSatelliteQuota: rowWithoutIds(() => ({ monthlyQuota: 1_000 })),
    querySatelliteTemplates: rowWithoutIds(() => ({})),
    createSatelliteTemplate: rowWithoutIds(template),
    editSatelliteTemplate: {
      payload: async (owner) => ({ templateId: await createTemplate(owner), ...template() }),
      otherAccountError: 'template-unknown',
    },
    deleteSatelliteTemplate: {
      payload: async (owner) => ({ templateId: await createTemplate(owner) }),
      otherAccountError: 'template-unknown',
    },
    addAviationTemplates: rowWithoutIds(() => ({ lang: 'en_US' as const })),
  } satisfies Partial<Rows>;
}
