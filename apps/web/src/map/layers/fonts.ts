/** Fonts of the operating system, so no font server is needed; the first name only selects the weight. */
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
