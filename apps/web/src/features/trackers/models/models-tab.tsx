import { IconInfoCircle, IconPlus, IconX } from '@tabler/icons-react';
import type { TrackModel } from '@wakeline/contract/trackers/models';
import { Button, Input, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { findModels } from './find-models.ts';
import { useModelColumns } from './model-columns.tsx';
import { ModelDetails } from './model-details.tsx';
import { ModelForm, type ModelSubject } from './model-form.tsx';
import styles from './models.module.css';
import { useChangeModel, useModels } from './use-models.ts';

const PAGE_SIZE = 50;

/** The shipped catalogue of models and those of the account. */
export function ModelsTab() {
  const { t } = useTranslation('deviceModels');
  const confirm = useConfirm();
  const query = useModels();
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useModelColumns();
  const change = useChangeModel();
  const [keywords, setKeywords] = useState('');
  const [source, setSource] = useState<'all' | 'own'>('all');
  const [page, setPage] = useState({ index: 1, size: PAGE_SIZE });
  const [subject, setSubject] = useState<ModelSubject | null>(null);
  const [details, setDetails] = useState<TrackModel | null>(null);

  const chosen = data?.list.filter(({ modelId }) => source === 'all' || modelId !== null);
  const found = chosen && findModels(chosen, keywords);
  const rows = found?.slice((page.index - 1) * page.size, page.index * page.size);
  const showFirstPage = () => setPage((last) => ({ ...last, index: 1 }));

  function remove({ modelId, modelName: name, devices: count }: TrackModel): void {
    if (modelId === null) return;
    confirm(
      {
        title: t('removeTitle', { name }),
        content: count === 0 ? t('removeUnused') : t('removeText', { count, name }),
        okText: t('remove'),
        successText: t('removed', { name }),
      },
      () => change.mutateAsync({ kind: 'delete', modelId }),
    );
  }

  return (
    <>
      <search className={styles.filters}>
        <Input
          className={styles.search ?? ''}
          value={keywords}
          allowClear={{ clearIcon: <IconX size={14} role="img" aria-label={t('clear')} /> }}
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={100}
          onChange={({ target }) => {
            setKeywords(target.value);
            showFirstPage();
          }}
        />
        <Segmented<'all' | 'own'>
          aria-label={t('source')}
          value={source}
          options={[
            { value: 'all', label: t('sourceAll') },
            { value: 'own', label: t('sourceOwn') },
          ]}
          onChange={(value) => {
            setSource(value);
            showFirstPage();
          }}
        />
        {data?.abilities.add && (
          <Button
            type="primary"
            className={styles.add ?? ''}
            icon={<IconPlus size={16} />}
            onClick={() => setSubject({ kind: 'add' })}
          >
            {t('add')}
          </Button>
        )}
      </search>
      <RecordTable<TrackModel>
        label={t('title')}
        name="deviceModels"
        rows={rows}
        rowKey={({ modelId, modelName }) => modelId ?? modelName}
        columns={columns}
        {...failure}
        empty={t(source === 'own' && keywords === '' ? 'noneOwn' : 'noneFound')}
        actions={(model) => (
          <RecordActions
            edit={
              model.abilities.edit && {
                label: t('edit', { name: model.modelName }),
                onClick: () => setSubject({ kind: 'edit', model }),
              }
            }
            remove={
              model.abilities.remove && {
                label: t('removeOne', { name: model.modelName }),
                onClick: () => remove(model),
              }
            }
          >
            <IconButton
              label={t('details', { name: model.modelName })}
              icon={<IconInfoCircle size={18} stroke={1.75} />}
              onClick={() => setDetails(model)}
            />
          </RecordActions>
        )}
        page={{
          ...page,
          total: found?.length ?? 0,
          onChange: (index, size) => setPage({ index, size }),
        }}
      />
      <ModelForm
        subject={subject}
        models={data?.list ?? []}
        protocols={data?.protocols ?? []}
        onClose={() => setSubject(null)}
      />
      <ModelDetails model={details} onClose={() => setDetails(null)} />
    </>
  );
}
