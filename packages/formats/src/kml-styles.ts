import { readKmlColor } from './color.ts';

/** What kind of thing a colour of a style is for, the best first. */
const FOR_KINDS = {
  point: ['IconStyle', 'LabelStyle'],
  line: ['LineStyle'],
  area: ['LineStyle', 'PolyStyle'],
} as const;

/** Colours of one style, by the part that says them. */
export type StyleColors = Readonly<Record<string, string>>;

/** Styles of a file: those with an id are used by things that come before or after them. */
export class KmlStyles {
  readonly #byId = new Map<string, StyleColors>();
  /** Of a style map: the id of its normal style. */
  readonly #maps = new Map<string, string>();

  add(id: string, colors: StyleColors): void {
    this.#byId.set(id, colors);
  }

  addMap(id: string, normal: string): void {
    this.#maps.set(id, idOf(normal));
  }

  /** The colour of a thing: from its own style, else from the one that it names. `#rrggbb`. */
  colorOf(kind: keyof typeof FOR_KINDS, own: StyleColors, url: string): string | null {
    const id = idOf(url);
    const shared = this.#byId.get(this.#maps.get(id) ?? id) ?? {};
    for (const colors of [own, shared]) {
      for (const part of FOR_KINDS[kind]) {
        const said = colors[part];
        const color = said === undefined ? null : readKmlColor(said);
        if (color !== null) return color;
      }
    }
    return null;
  }
}

/** Styles of other files are not fetched: only what stands behind `#` counts. */
function idOf(url: string): string {
  const id = url.trim();
  return id.slice(id.indexOf('#') + 1);
}
