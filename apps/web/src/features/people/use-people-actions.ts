import type { Person } from '@wakeline/contract/people/people';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useConfirm } from '../../parts/records/use-confirm.ts';
import { usePeopleChange } from './use-people.ts';

/** Withdraws, restores and deletes one person or several, after a confirmation. */
export function usePeopleActions() {
  const { t } = useTranslation('people');
  const { formatCount } = useFormat();
  const confirm = useConfirm();
  const withdraw = usePeopleChange('withdrawPeople');
  const restore = usePeopleChange('restorePeople');
  const remove = usePeopleChange('batchDeletePeople');

  return {
    withdrawOne: ({ personId, personName: name }: Person) =>
      confirm(
        {
          title: t('withdrawTitle', { name }),
          content: t('withdrawText'),
          okText: t('withdraw'),
          successText: t('withdrawn', { name }),
        },
        () => withdraw.mutateAsync({ personIds: [personId] }),
      ),
    restoreOne: ({ personId, personName: name }: Person) =>
      confirm(
        {
          title: t('restoreTitle', { name }),
          content: t('restoreText'),
          okText: t('restore'),
          danger: false,
          successText: t('restored', { name }),
        },
        () => restore.mutateAsync({ personIds: [personId] }),
      ),
    removeOne: ({ personId, personName: name }: Person) =>
      confirm(
        {
          title: t('deleteTitle', { name }),
          content: t('deleteText'),
          okText: t('delete'),
          successText: t('deleted', { name }),
        },
        () => remove.mutateAsync({ personIds: [personId] }),
      ),

    /** Changes several people; `onDone` runs after the success. */
    several(personIds: readonly number[], onDone: () => void) {
      const count = personIds.length;
      const values = { count, number: formatCount(count) };
      const run =
        (change: { mutateAsync: (payload: { personIds: number[] }) => Promise<unknown> }) => async () => {
          await change.mutateAsync({ personIds: [...personIds] });
          onDone();
        };
      return {
        withdraw: () =>
          confirm(
            {
              title: t('batch.withdrawTitle', values),
              content: t('batch.withdrawText'),
              okText: t('withdraw'),
              successText: t('batch.withdrawn', values),
            },
            run(withdraw),
          ),
        restore: () =>
          confirm(
            {
              title: t('batch.restoreTitle', values),
              content: t('batch.restoreText'),
              okText: t('restore'),
              danger: false,
              successText: t('batch.restored', values),
            },
            run(restore),
          ),
        remove: () =>
          confirm(
            {
              title: t('batch.deleteTitle', values),
              content: t('deleteText'),
              okText: t('delete'),
              successText: t('batch.deleted', values),
            },
            run(remove),
          ),
      };
    },
  };
}
