import { parseKmlColor } from './color.ts';

/** The styles that may contain the colour of each kind of feature, in order of preference. */
const STYLES_BY_KIND = {
  point: ['IconStyle', 'LabelStyle'],
  line: ['LineStyle'],
  area: ['LineStyle', 'PolyStyle'],
} as const;

/** Colours of a style by the name of its sub-style. */
export type StyleColors = Readonly<Record<string, string>>;

/** The styles of a file. Features may reference a shared style before or after it. */
export class KmlStyles {
  readonly #byId = new Map<string, StyleColors>();
  /** For each style map the id of its normal style. */
  readonly #maps = new Map<string, string>();

  add(id: string, colors: StyleColors): void {
    this.#byId.set(id, colors);
  }

  addMap(id: string, normal: string): void {
    this.#maps.set(id, idOf(normal));
  }

  /** The colour of a feature: from its own style, otherwise from the referenced one. `#rrggbb`. */
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

/** Styles of other files are not fetched: only the part after `#` counts. */
function idOf(url: string): string {
  const id = url.trim();
  return id.slice(id.indexOf('#') + 1);
}
