import { NUMBERED_MARKER_SIDE } from '../icons/numbered-marker-image.ts';
import type { LngLat, MapView } from '../map-view.ts';
import { type MapFlavour, type MapPalette, PALETTES } from '../style/palette.ts';
import { addLabels, type Label } from '../surface/labels.ts';
import { mapImage } from '../surface/map-images.ts';
import { toMapPoint } from '../surface/map-point.ts';
import { type MovingPoint, restAt } from '../surface/moving-point.ts';
import type { Sprite } from '../surface/sprite-batch.ts';
import { addSprites } from '../surface/sprites.ts';
import { openSurface } from '../surface/surface.ts';
import { textImage } from '../surface/text-images.ts';

/** A marker: images around the same centre, the lowest first, and a name. */
export interface Marker {
  readonly id: number;
  readonly lngLat: LngLat;
  readonly images: readonly {
    /** As written by `writeImageSubject`. */
    readonly subject: string;
    /** Degrees clockwise from north. */
    readonly rotation: number;
  }[];
  /** Drawn next to the marker if there is space; null: no label. */
  readonly name: string | null;
}

export interface MarkersOnMap {
  /** Replaces all markers in the next frame. The first one is topmost, and its label has priority. */
  set(markers: readonly Marker[]): void;
  /** The topmost marker at a point of the map. `tolerance`: pixels around it that still count. */
  hit(point: { readonly x: number; readonly y: number }, tolerance: number): number | null;
  stop(): void;
}

/** Pixels; longer names are truncated. */
const MAX_NAME_WIDTH = 168;
const HALO_WIDTH = 3;
const SIDES = ['below', 'above', 'right', 'left'] as const;

/** Shows markers that move with a clock. */
export function showMarkers(view: MapView): MarkersOnMap {
  const surface = openSurface(view);
  const sprites = addSprites(surface, 'replay-markers');
  const labels = addLabels(surface, 'labels');
  let markers: readonly Marker[] = [];
  /** The marker of each sprite; null: not its top image. A nose may stick out below the one that is hit. */
  let owners: readonly (number | null)[] = [];

  function draw(): void {
    const placed = markers.map((marker) => ({ marker, point: restAt(toMapPoint(view, marker.lngLat)) }));
    const drawn = placed.toReversed().flatMap((one) => toSprites(view.flavour, one));
    owners = drawn.map(({ owner }) => owner);
    sprites.set(drawn.map(({ sprite }) => sprite));
    labels.set(placed.map((one) => toLabel(PALETTES[view.flavour], one)));
  }

  const redraw = view.onRedraw(draw);

  return {
    set(next) {
      markers = next;
      draw();
    },
    hit(point, tolerance) {
      for (const index of sprites.findAt(point, tolerance)) {
        const owner = owners[index] ?? null;
        if (owner !== null) return owner;
      }
      return null;
    },
    stop() {
      redraw.unsubscribe();
      sprites.stop();
      labels.stop();
      surface.close();
    },
  };
}

interface PlacedMarker {
  readonly marker: Marker;
  readonly point: MovingPoint;
}

function toSprites(
  flavour: MapFlavour,
  { marker: { id, images }, point }: PlacedMarker,
): { readonly sprite: Sprite; readonly owner: number | null }[] {
  return images.map(({ subject, rotation }, index) => ({
    sprite: { point, image: mapImage(flavour, subject), rotation, rotatesWithMap: true },
    owner: index === images.length - 1 ? id : null,
  }));
}

function toLabel(palette: MapPalette, { marker: { id, name }, point }: PlacedMarker): Label {
  const halfSize = NUMBERED_MARKER_SIDE / 2;
  return {
    id,
    point,
    image: name === null ? null : textImage(name, nameStyle(palette)),
    halfSize,
    clearance: halfSize,
    sides: SIDES,
  };
}

function nameStyle({ label }: MapPalette) {
  return {
    size: 12,
    weight: 600,
    colour: label.text,
    halo: { colour: label.ground, width: HALO_WIDTH },
    maxWidth: MAX_NAME_WIDTH,
  } as const;
}
