import { IconFileImport, IconHistory, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { PLANE_SORTS, type Plane } from '@wakeline/contract/aviation/planes';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { ImportDialog } from '../../../parts/sheet-import/import-dialog.tsx';
import { PLANE_SHEET } from '../../../parts/sheet-import/sheet-kind.ts';
import { ExportButton } from '../../../parts/tasks/export-button.tsx';
import { useClient } from '../../../service/client.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useSearchParams } from '../../../ui/search-params.ts';
import styles from '../aviation.module.css';
import { PlaneScreen } from '../plane-screen.tsx';
import { PLANE_TABLE_WIDTH, usePlaneColumns } from './plane-columns.tsx';
import { PlaneFilters } from './plane-filters.tsx';
import { PlaneForm, type PlaneSubject } from './plane-form.tsx';
import { PlaneHistory } from './plane-history.tsx';
import {
  NO_CONDITIONS,
  type PlaneRequest,
  parsePlaneRequest,
  toPlaneFilter,
  toPlaneSearch,
} from './plane-request.ts';
import { PLANE_QUERIES, usePlaneChange, usePlanes } from './use-planes.ts';

/** The planes of the account. The address contains filter and page. */
export function PlanesPage() {
  const { t } = useTranslation('planes');
  const confirm = useConfirm();
  const client = useClient();
  const queryClient = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const request = parsePlaneRequest(search);
  const query = usePlanes(request);
  const { data } = query;
  const failure = useListFailure(query);
  const columns = usePlaneColumns();
  const remove = usePlaneChange('deletePlanes');
  const [subject, setSubject] = useState<PlaneSubject | null>(null);
  const [traced, setTraced] = useState<Plane | null>(null);
  const [isImporting, setIsImporting] = useState(false);
  const total = data?.total ?? 0;
  const filter = toPlaneFilter(request);
  const isEmpty = data !== undefined && total === 0 && Object.keys(filter).length === 0;

  const change = (next: Partial<PlaneRequest>) =>
    setSearch((last) => toPlaneSearch({ ...parsePlaneRequest(last), index: 1, ...next }), { replace: true });
  // Planes of the last page may have been deleted, or an address may ask for a page that no longer exists.
  const lastPage = Math.max(1, Math.ceil(total / request.size));
  const beyondEnd = data !== undefined && !query.isPlaceholderData && request.index > lastPage;
  useEffect(() => {
    if (!beyondEnd) return;
    setSearch((last) => toPlaneSearch({ ...parsePlaneRequest(last), index: lastPage }), { replace: true });
  }, [beyondEnd, lastPage, setSearch]);

  function confirmRemoval({ planeId, tailNumber: name }: Plane): void {
    confirm(
      {
        title: t('deleteTitle', { name }),
        content: t('deleteText'),
        okText: t('delete'),
        successText: t('deleted', { name }),
      },
      () => remove.mutateAsync({ planeIds: [planeId] }),
    );
  }

  const addButton = data?.abilities.create && (
    <Button type="primary" icon={<IconPlus size={16} />} onClick={() => setSubject({ kind: 'add' })}>
      {t('add')}
    </Button>
  );
  const importButton = data?.abilities.create && (
    <Button icon={<IconFileImport size={16} />} onClick={() => setIsImporting(true)}>
      {t('import')}
    </Button>
  );

  return (
    <PlaneScreen tab="planes" action={!isEmpty && addButton}>
      {!isEmpty && (
        <PlaneFilters
          conditions={request}
          onChange={change}
          onClear={() => change(NO_CONDITIONS)}
          tools={
            <>
              {importButton}
              <ExportButton start={() => client.call('exportPlanesExcel', filter)} disabled={total === 0} />
            </>
          }
        />
      )}
      <RecordTable<Plane>
        label={t('title')}
        name="planes"
        rows={data?.list}
        rowKey={({ planeId }) => planeId}
        columns={columns}
        minWidth={PLANE_TABLE_WIDTH}
        {...failure}
        empty={
          <span className={styles.empty}>
            {t(isEmpty ? 'none' : 'noneFound')}
            {isEmpty && addButton}
            {isEmpty && importButton}
          </span>
        }
        actionsWidth={140}
        actions={(plane) => (
          <RecordActions
            edit={
              plane.abilities.edit && {
                label: t('editOne', { name: plane.tailNumber }),
                onClick: () => setSubject({ kind: 'edit', plane }),
              }
            }
            remove={
              plane.abilities.remove && {
                label: t('deleteOne', { name: plane.tailNumber }),
                onClick: () => confirmRemoval(plane),
              }
            }
          >
            <IconButton
              label={t('history.open', { name: plane.tailNumber })}
              icon={<IconHistory size={18} stroke={1.75} />}
              onClick={() => setTraced(plane)}
            />
          </RecordActions>
        )}
        sort={{
          column: request.sort,
          descending: request.descending,
          onChange: ({ column, descending }) =>
            change({ sort: PLANE_SORTS.find((sort) => sort === column) ?? request.sort, descending }),
        }}
        page={{
          index: request.index,
          size: request.size,
          total,
          onChange: (index, size) => change({ index, size }),
        }}
      />
      <PlaneForm subject={subject} onClose={() => setSubject(null)} />
      {traced !== null && <PlaneHistory plane={traced} onClose={() => setTraced(null)} />}
      {isImporting && (
        <ImportDialog
          kind={PLANE_SHEET}
          onClose={() => setIsImporting(false)}
          onImported={() => void queryClient.invalidateQueries({ queryKey: PLANE_QUERIES })}
        />
      )}
    </PlaneScreen>
  );
}
