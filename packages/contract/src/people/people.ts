import { COUNTRY_CODES } from '@wakeline/domain/people/countries';
import { z } from 'zod';
import { emptyResult, id, instant, listOf, note, pageIndex, pageSize, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { PICTURE_ERRORS } from '../picture-errors.ts';
import { PEOPLE_ROLES } from '../roles.ts';
import { SHAPES, shapeParams } from '../shapes.ts';
import { trackerBinding } from '../trackers/bindings.ts';
import { SHEET_FORMATS } from '../trackers/import.ts';
import { uploadedFile } from '../uploaded-file.ts';

const read = { permission: 'viewer', roles: PEOPLE_ROLES } as const;
const change = { permission: 'editor', roles: PEOPLE_ROLES } as const;

export const GENDERS = ['male', 'female', 'unspecified'] as const;
export type Gender = (typeof GENDERS)[number];

export const PERSON_STATUSES = ['IN_RACE', 'WITHDRAWN'] as const;
export type PersonStatus = (typeof PERSON_STATUSES)[number];

/** A number in any country's format; empty: none. */
const telephone = z
  .string()
  .trim()
  .refine(SHAPES.telephone.isValid, shapeParams('telephone'))
  .max(LIMITS.telephone)
  .default('')
  .describe('3 to 20 digits, which can have spaces, hyphens, brackets and a leading +; empty: none');

const photoUrl = z.string().max(200).nullable();

/** What a user enters about a person. */
const details = {
  raceNumber: text
    .trim()
    .max(LIMITS.raceNumber)
    .default('')
    .describe('such as A12; unique in the account, without case; empty: none'),
  personName: text.trim().min(1).max(LIMITS.personName),
  gender: z.enum(GENDERS).default('unspecified'),
  age: z.int().min(0).max(LIMITS.personAge).nullable().default(null).describe('years'),
  nationality: z.enum(COUNTRY_CODES).nullable().default(null).describe('code of the IOC, such as CHN or SUI'),
  phone: telephone,
  communicationAccountId: id.nullable().default(null).describe('the satellite terminal of the person'),
  trackerId: id.nullable().default(null).describe('the device of the person; null: none'),
  photoUrl: photoUrl.default(null).describe('as `uploadPersonPhoto` returned it; null: none'),
  emergencyContactName: text.trim().max(LIMITS.personName).default(''),
  emergencyContactPhone: telephone,
  club: text.trim().max(LIMITS.name).default(''),
  note: note.default(''),
};

export const personForm = z.object(details);
export type PersonForm = z.output<typeof personForm>;

export const person = z.object({
  personId: id,
  raceNumber: z.string().describe('empty: none'),
  personName: z.string(),
  gender: z.enum(GENDERS),
  age: z.int().nullable(),
  nationality: z.enum(COUNTRY_CODES).nullable(),
  phone: z.string(),
  communicationAccountId: id.nullable(),
  communicationAccountName: z.string().nullable(),
  cardNumber: z.string().nullable().describe('of the communication account'),
  trackerId: id.nullable(),
  trackerName: z.string().nullable(),
  imei: z.string().nullable().describe('of the device'),
  photoUrl: photoUrl.describe('path of the picture, for signed-in users of the account who may see people'),
  emergencyContactName: z.string(),
  emergencyContactPhone: z.string(),
  club: z.string(),
  note: z.string(),
  status: z.enum(PERSON_STATUSES),
  statusTime: instant.nullable().describe('when the person was withdrawn or restored; null: never'),
  createTime: instant,
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type Person = z.infer<typeof person>;

const filter = {
  keywords: text
    .trim()
    .max(LIMITS.name)
    .default('')
    .describe(
      'part of a race number, name, club, phone, note, or of the name of the device or communication account',
    ),
  status: z.enum(PERSON_STATUSES).optional(),
  isBound: z.boolean().optional().describe('whether the person has a device'),
};
export const personFilter = z.object(filter);
export type PersonFilter = z.output<typeof personFilter>;

/** Columns by which people are sorted. Unknown values come last in both directions; A2 comes before A12. */
export const PERSON_SORTS = [
  'raceNumber',
  'personName',
  'age',
  'club',
  'trackerName',
  'statusTime',
  'createTime',
] as const;
export type PersonSort = (typeof PERSON_SORTS)[number];

const FORM_ERRORS = [
  'race-number-taken',
  'tracker-unknown',
  'tracker-has-person',
  'person-device-required',
  'communication-account-unknown',
  'picture-unknown',
] as const;

export const queryPeoplesByPage = operation({
  name: 'queryPeoplesByPage',
  summary:
    'A page of the people that match a filter. A user of a scope limited to groups sees the people with a device of it.',
  access: read,
  effect: 'none',
  payload: z.object({
    uid,
    ...filter,
    sort: z.enum(PERSON_SORTS).default('raceNumber'),
    direction: z.enum(['ascending', 'descending']).default('ascending'),
    pageIndex,
    pageSize,
  }),
  result: listOf(person).extend({ abilities: z.object({ create: z.boolean() }) }),
  errors: [],
});

export const createPeople = operation({
  name: 'createPeople',
  summary: 'Creates a person, in the race.',
  access: change,
  effect: 'account',
  payload: personForm.extend({ uid }),
  result: z.object({ personId: id }),
  errors: ['person-limit', ...FORM_ERRORS],
});

export const editPeople = operation({
  name: 'editPeople',
  summary:
    'Replaces the details of a person; the status stays. Another device, or none, ends the binding of the former one.',
  access: change,
  effect: 'account',
  payload: personForm.extend({ uid, personId: id }),
  result: emptyResult,
  errors: ['person-unknown', ...FORM_ERRORS],
});

/** People of one call. */
const several = {
  bodyBytes: 32_768,
  payload: z.object({ uid, personIds: z.array(id).min(1).max(LIMITS.peoplePerCall) }),
} as const;

export const batchDeletePeople = operation({
  name: 'batchDeletePeople',
  summary:
    'Deletes people with their photos and the history of their devices: all of them, or none. Devices and tracks stay.',
  access: change,
  effect: 'account',
  ...several,
  result: emptyResult,
  errors: ['person-unknown'],
});

export const withdrawPeople = operation({
  name: 'withdrawPeople',
  summary: 'Withdraws people from the race: all of them, or none. Devices stay bound.',
  access: change,
  effect: 'account',
  ...several,
  result: z.object({ changed: z.int().nonnegative().describe('those that were in the race') }),
  errors: ['person-unknown'],
});

export const restorePeople = operation({
  name: 'restorePeople',
  summary: 'Puts withdrawn people back into the race: all of them, or none.',
  access: change,
  effect: 'account',
  ...several,
  result: z.object({ changed: z.int().nonnegative().describe('those that were withdrawn') }),
  errors: ['person-unknown'],
});

export const uploadPersonPhoto = operation({
  name: 'uploadPersonPhoto',
  summary:
    'Uploads a photo of a person, which is scaled to fit 640 pixels. It is kept only if a person refers to it.',
  access: change,
  effect: 'own',
  uploadBytes: LIMITS.pictureRequestBytes,
  uploadTooLarge: 'picture-too-large',
  payload: z.object({ uid, picture: uploadedFile.describe('PNG or JPEG, at most 4 MB') }),
  result: z.object({ photoUrl: z.string() }),
  errors: [...PICTURE_ERRORS, 'person-photo-limit'],
});

export const queryPersonBindings = operation({
  name: 'queryPersonBindings',
  summary:
    'Devices that a person has had, newest first. Name and number are those at the time of the binding, also of devices that no longer exist.',
  access: read,
  effect: 'none',
  payload: z.object({ uid, personId: id, pageIndex, pageSize }),
  result: listOf(trackerBinding),
  errors: ['person-unknown'],
});

export const exportPeopleExcel = operation({
  name: 'exportPeopleExcel',
  summary: 'Exports the people that match a filter to an .xlsx or .csv file, as a batch task.',
  access: read,
  effect: 'own',
  payload: z.object({ uid, ...filter, format: z.enum(SHEET_FORMATS).default('xlsx') }),
  result: z.object({ taskProgressId: id }),
  errors: ['task-limit', 'task-queue-full', 'export-empty', 'export-too-large'],
});
