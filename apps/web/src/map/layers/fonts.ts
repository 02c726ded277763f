/** Fonts of the device, as no font server is needed; the first name only tells the weight. */
const FAMILIES = [
  'Segoe UI',
  'Helvetica Neue',
  'Noto Sans',
  'PingFang SC',
  'Microsoft YaHei',
  'Noto Sans SC',
];

export const REGULAR = ['Wakeline Regular', ...FAMILIES, 'Noto Sans CJK SC', 'sans-serif'];
export const BOLD = ['Wakeline Bold', ...FAMILIES, 'Noto Sans CJK SC', 'sans-serif'];
