import type { ScreenBox } from '@wakeline/contract/screens/screen-box';

/** What the content of every kind of box gets. */
export interface BoxContentProps {
  readonly box: ScreenBox;
  /** A chart is displayed as a table. */
  readonly isTable: boolean;
}
