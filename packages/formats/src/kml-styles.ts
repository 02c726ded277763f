import { parseKmlColor } from './color.ts';

/** What kind of thing a colour of a style is for, the best first. */
const STYLES_BY_KIND = {
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
  colorOf(kind: keyof typeof STYLES_BY_KIND, own: StyleColors, url: string): string | null {
    const id = idOf(url);
    const shared = this.#byId.get(this.#maps.get(id) ?? id) ?? {};
    for (const colors of [own, shared]) {
      for (const styleName of STYLES_BY_KIND[kind]) {
        const value = colors[styleName];
        const color = value === undefined ? null : parseKmlColor(value);
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
