import type { FENCE_NOTICES, RouteType, WholeRoute } from '@wakeline/contract/entities/map-object';
import type { FenceShape, Position } from '@wakeline/domain/fences/fence-shape';
import type { Drawn } from '../../../map/draw/draw-surface.ts';

/** Fields that every form has. */
export interface CommonFields {
  readonly name: string;
  /** The select gives undefined for "no group". */
  readonly groupId?: number | undefined;
  /** `#rrggbb` */
  readonly color: string;
  readonly shown: boolean;
  readonly note: string;
}

export interface FenceFields extends CommonFields {
  readonly notice: (typeof FENCE_NOTICES)[number];
  readonly holdSeconds: number | null;
  readonly holdMetres: number | null;
}

export interface PointFields extends CommonFields {
  readonly iconUrl: string;
  readonly images: readonly string[];
}

export interface RouteFields extends CommonFields {
  readonly weight: number;
  readonly type: RouteType;
  readonly start: string;
  readonly end: string;
}

/** How the line of a route comes about: by hand, by a routing service, or it stays as it is. */
export type RouteMethod = 'hand' | 'plan' | 'keep';

/** What a form is open for. */
interface Subject<Fields> {
  /** Null: a new one. */
  readonly id: number | null;
  readonly fields: Fields;
  /** What is drawn when it opens; null: nothing yet. */
  readonly start: Drawn | null;
  /** Something was typed or drawn before: it came back from a draft. */
  readonly touched: boolean;
}

export type FenceSubject = Subject<FenceFields> & { readonly kind: 'fence'; readonly tool: FenceTool };
export type PointSubject = Subject<PointFields> & { readonly kind: 'labelPoint' };
export type RouteSubject = Subject<RouteFields> & {
  readonly kind: 'route';
  readonly method: RouteMethod;
  /** The route as it is stored. */
  readonly source: WholeRoute | null;
  /** Where a new route is to begin. */
  readonly from: Position | null;
};
export type FormSubject = FenceSubject | PointSubject | RouteSubject;

export type FenceTool = 'polygon' | 'rectangle' | 'circle';

export const TOOL_OF = {
  POLYGON: 'polygon',
  RECTANGLE: 'rectangle',
  CIRCULAR: 'circle',
} as const satisfies Record<FenceShape['type'], FenceTool>;

/** An area as it is drawn. */
export function drawnOf(shape: FenceShape): Drawn {
  switch (shape.type) {
    case 'POLYGON':
      return { kind: 'polygon', shape };
    case 'RECTANGLE':
      return { kind: 'rectangle', shape };
    case 'CIRCULAR':
      return { kind: 'circle', shape };
  }
}
