import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { MapView } from '../../../map/map-view.ts';
import type { SubjectOf } from './form-subject.ts';

/** Props that the form of each kind receives from its panel. */
export interface FormProps<Kind extends MapObjectKind> {
  readonly view: MapView;
  readonly subject: SubjectOf<Kind>;
  /** Vertices of other objects. */
  readonly snapTo: readonly Position[];
  readonly onClose: (savedId: number | null) => void;
}
