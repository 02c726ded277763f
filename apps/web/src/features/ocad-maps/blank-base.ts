import type { BaseLayerSelection } from '../../map/base/base-layer-selection.ts';

/** A blank ground, for maps without a position. */
export const BLANK_BASE: BaseLayerSelection = {
  opacity: 1,
  layer: {
    index: 0,
    key: 'blank',
    names: { zh_CN: '空白', en_US: 'Blank' },
    kind: 'blank',
    type: 'blank',
    coordinates: 'wgs84',
    urls: [],
    scheme: 'xyz',
    tileSize: 256,
    minZoom: 0,
    maxZoom: 21,
    attribution: '',
    chart: false,
  },
};
