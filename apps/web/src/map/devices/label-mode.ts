/** Labels of devices: the name, the name with more lines, or none. */
export type LabelMode = 'single' | 'detailed' | 'hidden';
