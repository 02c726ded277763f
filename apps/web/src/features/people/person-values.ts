import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { Person, PersonForm } from '@wakeline/contract/people/people';

const NEW_PERSON: PersonForm = {
  raceNumber: '',
  personName: '',
  gender: 'unspecified',
  age: null,
  nationality: null,
  phone: '',
  communicationAccountId: null,
  trackerId: null,
  photoUrl: null,
  emergencyContactName: '',
  emergencyContactPhone: '',
  club: '',
  note: '',
};

/** Fields of the form; cleared ones can be undefined. */
export type PersonFields = { readonly [Name in keyof PersonForm]: PersonForm[Name] | undefined };

/** The fields of a person, or (null) of a new one. */
export function toPersonFields(person: Person | null): PersonForm {
  if (person === null) return NEW_PERSON;
  const fields = Object.keys(NEW_PERSON).map((name) => [name, person[name as keyof PersonForm]]);
  return Object.fromEntries(fields) as PersonForm;
}

/** The payload that creates a person, or replaces the details of one. */
export function toPersonForm(fields: PersonFields): PersonForm {
  const entries = Object.entries(NEW_PERSON).map(([name, none]) => {
    const value = fields[name as keyof PersonForm] ?? none;
    return [name, typeof value === 'string' ? value.trim() : value];
  });
  return Object.fromEntries(entries) as PersonForm;
}

/** The fields that refusals concern. */
const FIELD_OF_ERROR: Readonly<Partial<Record<ErrorName, keyof PersonForm>>> = {
  'race-number-taken': 'raceNumber',
  'tracker-unknown': 'trackerId',
  'tracker-has-person': 'trackerId',
  'person-device-required': 'trackerId',
  'communication-account-unknown': 'communicationAccountId',
  'picture-unknown': 'photoUrl',
};

/** The field at which a refusal is shown; null: it concerns none. */
export function findRefusedField(error: unknown): keyof PersonForm | null {
  return error instanceof NamedError ? (FIELD_OF_ERROR[error.errorName] ?? null) : null;
}
