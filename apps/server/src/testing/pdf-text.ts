import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A text of a page with its position in points from the lower left corner. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Points. */
  readonly right: number;
}

/** The texts of the pages of a PDF file in their order, as a reader would copy them. */
export async function readPdf(bytes: Uint8Array): Promise<readonly (readonly PdfText[])[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const pages: PdfText[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(
      items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [x, y] = item.transform.slice(4) as [number, number];
        return [{ text: item.str, x, y, right: x + item.width }];
      }),
    );
  }
  await loading.destroy();
  return pages;
}
