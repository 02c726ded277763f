import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';

/** The opacity properties of each layer type. */
const OPACITY_PROPERTIES: Readonly<Partial<Record<LayerSpecification['type'], readonly string[]>>> = {
  background: ['background-opacity'],
  fill: ['fill-opacity'],
  line: ['line-opacity'],
  circle: ['circle-opacity', 'circle-stroke-opacity'],
  symbol: ['icon-opacity', 'text-opacity'],
  raster: ['raster-opacity'],
  heatmap: ['heatmap-opacity'],
  'fill-extrusion': ['fill-extrusion-opacity'],
  hillshade: ['hillshade-exaggeration'],
};

/** Multiplies the opacity of a layer. */
export function fadeLayer(layer: LayerSpecification, opacity: number): LayerSpecification {
  if (opacity === 1) return layer;
  const paint: Record<string, unknown> = { ...('paint' in layer ? layer.paint : {}) };
  for (const name of OPACITY_PROPERTIES[layer.type] ?? []) {
    const before = paint[name] ?? (name === 'hillshade-exaggeration' ? 0.5 : 1);
    paint[name] = multiplyValue(before, opacity);
  }
  return { ...layer, paint } as LayerSpecification;
}

/**
 * Multiplies a value of the style specification by a number. The zoom is allowed only in the outermost `interpolate`
 * or `step`, so their outputs are multiplied instead; likewise for the old form with stops.
 */
function multiplyValue(value: unknown, factor: number): unknown {
  if (typeof value === 'number') return value * factor;
  if (Array.isArray(value)) {
    const [operator] = value;
    if (operator === 'interpolate')
      return value.map((element, i) => (i >= 4 && i % 2 === 0 ? multiplyValue(element, factor) : element));
    if (operator === 'step')
      return value.map((element, i) => (i >= 2 && i % 2 === 0 ? multiplyValue(element, factor) : element));
    return ['*', value, factor];
  }
  if (typeof value === 'object' && value !== null && 'stops' in value && Array.isArray(value.stops))
    return {
      ...value,
      stops: value.stops.map((stop) =>
        Array.isArray(stop) ? [stop[0], multiplyValue(stop[1], factor)] : stop,
      ),
    };
  return value;
}
