import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import type { FenceSubject } from '../fences/fence-subject.ts';
import type { PointSubject } from '../points/point-subject.ts';
import type { RouteSubject } from '../routes/route-subject.ts';

/** What an object form is open for. */
export type FormSubject = FenceSubject | PointSubject | RouteSubject;

export type SubjectOf<Kind extends MapObjectKind> = Extract<FormSubject, { readonly kind: Kind }>;

export function isSubjectOf<Kind extends MapObjectKind>(
  kind: Kind,
  subject: FormSubject | null,
): subject is SubjectOf<Kind> {
  return subject?.kind === kind;
}
