/**
 * A payload as form fields (application/x-www-form-urlencoded or multipart): text unchanged, null as an empty field,
 * everything else as JSON; undefined fields are omitted. The operation's schema defines how a field is parsed: an empty
 * field is null if the schema accepts null.
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
