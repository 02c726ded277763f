import { SaxesParser } from 'saxes';

export interface SvgElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: SvgElement[];
  text: string;
}

/** Reads an SVG document, which must be one of ours: there is no limit. */
export function readSvg(svg: string): SvgElement {
  const root: SvgElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(svg).close();
  const [document] = root.children;
  if (document === undefined) throw new Error('the SVG document is empty');
  return document;
}

/** All elements of a document by their id. */
export function elementsById(root: SvgElement): ReadonlyMap<string, SvgElement> {
  const found = new Map<string, SvgElement>();
  const visit = (element: SvgElement) => {
    if (element.attributes.id !== undefined) found.set(element.attributes.id, element);
    element.children.forEach(visit);
  };
  visit(root);
  return found;
}
