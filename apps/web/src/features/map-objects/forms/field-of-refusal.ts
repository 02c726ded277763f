import { type ErrorName, NamedError } from '@wakeline/contract/errors';

/** Where a refusal is shown: a form field, or the drawing. */
export type RefusedField =
  | 'name'
  | 'groupId'
  | 'color'
  | 'note'
  | 'iconUrl'
  | 'images'
  | 'weight'
  | 'start'
  | 'end'
  | 'holdSeconds'
  | 'holdMetres'
  | 'drawing';

const BY_ERROR: Partial<Record<ErrorName, RefusedField>> = {
  'group-unknown': 'groupId',
  'picture-unknown': 'images',
  'drawing-unfinished': 'drawing',
  'coordinates-empty': 'drawing',
  'fence-shape-wrong': 'drawing',
  'fence-too-few-points': 'drawing',
  'fence-self-crosses': 'drawing',
  'fence-hole-outside': 'drawing',
  'fence-radius': 'drawing',
  'fence-too-large': 'drawing',
  'route-too-short': 'drawing',
};

/** Form fields by the contract's field names. */
const BY_FIELD: Readonly<Record<string, RefusedField>> = {
  fenceName: 'name',
  placeName: 'name',
  routeName: 'name',
  fenceType: 'drawing',
  fenceData: 'drawing',
  dataPoints: 'drawing',
  latitude: 'drawing',
  longitude: 'drawing',
  groupId: 'groupId',
  color: 'color',
  note: 'note',
  iconUrl: 'iconUrl',
  images: 'images',
  weight: 'weight',
  start: 'start',
  end: 'end',
  holdSeconds: 'holdSeconds',
  holdMetres: 'holdMetres',
};

/** The field that an error concerns; null: none. */
export function fieldOfRefusal(error: unknown): RefusedField | null {
  if (!(error instanceof NamedError)) return null;
  if (error.errorName !== 'field-invalid') return BY_ERROR[error.errorName] ?? null;
  // Fields in lists or objects have a path: `images.0`.
  return BY_FIELD[String(error.details.field).split('.')[0] ?? ''] ?? null;
}
