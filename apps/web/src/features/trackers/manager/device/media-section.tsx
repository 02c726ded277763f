import { IconDownload } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormat } from '../../../../format/use-format.ts';
import { buildMapPositionUrl } from '../../../../parts/addresses/map-position-url.ts';
import { RecordActions } from '../../../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../../parts/records/use-list-failure.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import styles from './device-page.module.css';

interface Media {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

interface MediaPage<Item> {
  readonly list: readonly Item[];
  readonly total: number;
  readonly abilities: { readonly remove: boolean };
}

export interface PageChoice {
  readonly pageIndex: number;
  readonly pageSize: number;
}
export const FIRST_PAGE: PageChoice = { pageIndex: 1, pageSize: 20 };

/** Texts that name one item by its time. */
interface MediaTexts {
  readonly download: string;
  readonly delete: string;
  readonly deletion: Parameters<ReturnType<typeof useConfirm>>[0];
}

interface MediaSectionProps<Item> {
  /** Accessible name of the table; `name` is the storage key of the hidden columns. */
  readonly label: string;
  readonly name: string;
  readonly empty: string;
  readonly query: UseQueryResult<MediaPage<Item>>;
  readonly page: PageChoice;
  readonly onPageChange: (page: PageChoice) => void;
  readonly columns: readonly RecordColumn<Item>[];
  /** The file's address is null if it was refused. */
  readonly read: (item: Item) => { readonly id: number; readonly time: number; readonly url: string | null };
  readonly textsAt: (time: string) => MediaTexts;
  readonly onDelete: (id: number) => Promise<unknown>;
}

/** A page of the files that a device has sent, newest first, with those that were refused. */
export function MediaSection<Item extends Media>(props: MediaSectionProps<Item>) {
  const { label, name, empty, query, page, onPageChange, columns, read, textsAt, onDelete } = props;
  const { formatDateTime } = useFormat();
  const failure = useListFailure(query);
  const confirm = useConfirm();
  return (
    <RecordTable<Item>
      label={label}
      name={name}
      rows={query.data?.list}
      rowKey={(item) => read(item).id}
      columns={columns}
      {...failure}
      empty={empty}
      actions={(item) => {
        const { id, time, url } = read(item);
        const texts = textsAt(formatDateTime(time));
        return (
          <RecordActions
            edit={false}
            remove={
              query.data?.abilities.remove === true && {
                label: texts.delete,
                onClick: () => confirm(texts.deletion, () => onDelete(id)),
              }
            }
          >
            {url !== null && (
              <IconButton
                label={texts.download}
                href={`${url}?download`}
                download
                icon={<IconDownload size={18} stroke={1.75} />}
              />
            )}
          </RecordActions>
        );
      }}
      page={{
        index: page.pageIndex,
        size: page.pageSize,
        total: query.data?.total ?? 0,
        onChange: (pageIndex, pageSize) => onPageChange({ pageIndex, pageSize }),
      }}
    />
  );
}

/** Where the device was, with a link to the map. */
export function usePlaceColumn<Item extends Media>(title: string): RecordColumn<Item> {
  const { formatCoordinates } = useFormat();
  return {
    key: 'place',
    title,
    width: 200,
    render: ({ latitude, longitude }) =>
      latitude !== null &&
      longitude !== null && (
        <Link to={buildMapPositionUrl({ latitude, longitude })} className={styles.number ?? ''}>
          {formatCoordinates(latitude, longitude)}
        </Link>
      ),
  };
}
