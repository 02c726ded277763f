/**
 * A payload as the fields of a form (application/x-www-form-urlencoded or multipart): text as it is, null as
 * the empty field, everything else as JSON. A field that is undefined is left out. How a field is read again is
 * said by the operation's schema: where it takes null, an empty field is null.
 */
export function toFormFields(payload: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  const fields: [string, string][] = [];
  for (const [name, value] of Object.entries(payload)) {
    if (value === undefined) continue;
    if (value === null) fields.push([name, '']);
    else fields.push([name, typeof value === 'string' ? value : JSON.stringify(value)]);
  }
  return fields;
}
