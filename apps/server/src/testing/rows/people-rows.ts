import { samplePicture } from '../sample-picture.ts';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of people. */
export function peopleRows({ database: { db }, clock }: World, { uniqueName }: Makers) {
  async function createPerson(
    { accountId }: Owner,
    status: 'IN_RACE' | 'WITHDRAWN' = 'IN_RACE',
  ): Promise<number> {
    const at = new Date(clock.now());
    const { person_id } = await db
      .insertInto('person')
      .values({
        account_id: accountId,
        race_number: null,
        name: uniqueName(),
        gender: 'female',
        age: 31,
        nationality: 'CHN',
        phone: '',
        communication_account_id: null,
        tracker_id: null,
        photo_file_id: null,
        emergency_contact_name: '',
        emergency_contact_phone: '',
        club: '',
        note: '',
        status,
        created_at: at,
        changed_at: at,
      })
      .returning('person_id')
      .executeTakeFirstOrThrow();
    return person_id;
  }
  const ofPerson = {
    payload: async (owner: Owner) => ({ personId: await createPerson(owner) }),
    otherAccountError: 'person-unknown',
  } as const;
  const ofPeople = {
    payload: async (owner: Owner) => ({ personIds: [await createPerson(owner)] }),
    otherAccountError: 'person-unknown',
  } as const;

  return {
    queryPeoplesByPage: rowWithoutIds(() => ({})),
    createPeople: rowWithoutIds(() => ({ personName: uniqueName() })),
    editPeople: {
      ...ofPerson,
      payload: async (owner) => ({ personId: await createPerson(owner), personName: uniqueName() }),
    },
    batchDeletePeople: ofPeople,
    withdrawPeople: ofPeople,
    restorePeople: {
      ...ofPeople,
      payload: async (owner) => ({ personIds: [await createPerson(owner, 'WITHDRAWN')] }),
    },
    queryPersonBindings: ofPerson,
    uploadPersonPhoto: {
      payload: async () => ({ picture: await samplePicture() }),
      otherAccountError: null,
    },
    exportPeopleExcel: {
      payload: async (owner) => {
        await createPerson(owner);
        return {};
      },
      otherAccountError: null,
    },
    batchCreatePeople: rowWithoutIds(() => ({
      file: new File(['Name\nChen Jing\n'], 'people.csv'),
      save: true,
    })),
    getPeopleTemplate: rowWithoutIds(() => ({ lang: 'zh_CN' })),
  } satisfies Partial<Rows>;
}
