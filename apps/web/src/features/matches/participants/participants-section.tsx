import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import type { Participant } from '@wakeline/contract/matches/participants';
import { Button, Dropdown, Select } from 'antd';
import { type Key, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { FILTER_POPUP_WIDTH } from '../../../parts/records/choice-filter.tsx';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { useSession } from '../../../service/session.ts';
import { useSearchParams } from '../../../ui/search-params.ts';
import { ExportMenu } from '../files/export-menu.tsx';
import { ImportDialogs } from '../files/import-dialogs.tsx';
import { type ImportedFile, ImportMenu } from '../files/import-menu.tsx';
import styles from '../matches.module.css';
import { useParticipants } from '../use-participants.ts';
import { AddGroupDialog } from './add-group-dialog.tsx';
import { AddPeopleDialog } from './add-people-dialog.tsx';
import { PARTICIPANT_TABLE_WIDTH, useParticipantColumns } from './participant-columns.tsx';
import { ParticipantFormDrawer, type ParticipantSubject } from './participant-form.tsx';
import {
  type ParticipantRequest,
  parseParticipantRequest,
  toParticipantSearch,
} from './participant-request.ts';

type Dialog = 'people' | 'group' | ImportedFile | null;

/** The participants of a match. The address contains the filter. */
export function ParticipantsSection({ match }: { readonly match: MatchDetails }) {
  const { t } = useTranslation('matches');
  const [search, setSearch] = useSearchParams();
  const request = parseParticipantRequest(search);
  const { matchId, classes, abilities } = match;
  const query = useParticipants(matchId, request);
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useParticipantColumns(match);
  const [subject, setSubject] = useState<ParticipantSubject | null>(null);
  const [dialog, setDialog] = useState<Dialog>(null);
  const [ticked, setTicked] = useState<readonly Key[]>([]);
  const removal = useRemoval(match, () => setTicked([]));
  const total = data?.total ?? 0;
  const isFiltered = request.keywords !== '' || request.classId !== undefined;
  const isEmpty = data !== undefined && total === 0 && !isFiltered;

  const change = (next: Partial<ParticipantRequest>) =>
    setSearch((last) => toParticipantSearch({ ...parseParticipantRequest(last), index: 1, ...next }), {
      replace: true,
    });
  const lastPage = Math.max(1, Math.ceil(total / request.size));
  const beyondEnd = data !== undefined && !query.isPlaceholderData && request.index > lastPage;
  useEffect(() => {
    if (!beyondEnd) return;
    setSearch((last) => toParticipantSearch({ ...parseParticipantRequest(last), index: lastPage }), {
      replace: true,
    });
  }, [beyondEnd, lastPage, setSearch]);

  const addButtons = abilities.edit && (
    <>
      <ImportMenu onChoose={setDialog} />
      <AddButtons onAdd={() => setSubject({ kind: 'add' })} onDialog={setDialog} />
    </>
  );
  return (
    <>
      {!isEmpty && (
        <FilterBar
          search={t('searchParticipants')}
          keywords={request.keywords}
          maxLength={LIMITS.name}
          onSearch={(keywords) => change({ keywords })}
          active={request.classId === undefined ? 0 : 1}
          onClear={() => change({ keywords: '', classId: undefined })}
          tools={
            <>
              {ticked.length > 0 && (
                <Button danger onClick={() => removal.removeSeveral(ticked.map(Number))}>
                  {t('removeTicked', { count: ticked.length })}
                </Button>
              )}
              <ExportMenu match={match} list="startList" />
              {addButtons}
            </>
          }
        >
          <Select
            allowClear
            popupMatchSelectWidth={FILTER_POPUP_WIDTH}
            aria-label={t('class')}
            placeholder={t('class')}
            value={request.classId}
            options={classes.map(({ classId, className }) => ({ value: classId, label: className }))}
            onChange={(classId: number | undefined) => change({ classId })}
          />
        </FilterBar>
      )}
      <RecordTable<Participant>
        label={t('participants')}
        name="participants"
        rows={data?.list}
        rowKey={({ participantId }) => participantId}
        columns={columns}
        minWidth={PARTICIPANT_TABLE_WIDTH}
        {...failure}
        empty={
          <span className={styles.empty}>
            {t(isEmpty ? 'noParticipants' : 'noneFound')}
            {isEmpty && addButtons && <span className={styles.buttons}>{addButtons}</span>}
          </span>
        }
        actionsWidth={110}
        actions={(participant) => (
          <RecordActions
            edit={
              abilities.edit && {
                label: t('editOne', { name: participant.participantName }),
                onClick: () => setSubject({ kind: 'edit', participant }),
              }
            }
            remove={
              abilities.edit && {
                label: t('removeOne', { name: participant.participantName }),
                onClick: () => removal.removeOne(participant),
              }
            }
          />
        )}
        {...(abilities.edit && {
          selection: {
            keys: ticked,
            onChange: (keys: readonly Key[]) => setTicked(keys.slice(0, LIMITS.participantsPerCall)),
            rowLabel: ({ participantName: name }: Participant) => t('tickOne', { name }),
            pageLabel: t('tickPage'),
          },
        })}
        page={{
          index: request.index,
          size: request.size,
          total,
          onChange: (index, size) => change({ index, size }),
        }}
      />
      <ParticipantFormDrawer
        match={match}
        subject={subject}
        initialClassId={request.classId ?? null}
        onClose={() => setSubject(null)}
      />
      <AddPeopleDialog match={match} open={dialog === 'people'} onClose={() => setDialog(null)} />
      <AddGroupDialog match={match} open={dialog === 'group'} onClose={() => setDialog(null)} />
      <ImportDialogs
        matchId={matchId}
        file={dialog === 'sheet' || dialog === 'iof' ? dialog : null}
        onClose={() => setDialog(null)}
      />
    </>
  );
}

interface AddButtonsProps {
  readonly onAdd: () => void;
  readonly onDialog: (dialog: Dialog) => void;
}

function AddButtons({ onAdd, onDialog }: AddButtonsProps) {
  const { t } = useTranslation('matches');
  const { roles } = useSession();
  const seesPeople = roles.some(({ name }) => name === 'eob_plugin_match');
  const items = [
    ...(seesPeople ? [{ key: 'people', label: t('addFromPeople') }] : []),
    { key: 'group', label: t('addFromGroup') },
  ];
  // Only buttons stay visible on a phone.
  return (
    <>
      <Button type="primary" icon={<IconPlus size={16} />} onClick={onAdd}>
        {t('addParticipant')}
      </Button>
      <Dropdown
        trigger={['click']}
        menu={{ items, onClick: ({ key }) => onDialog(key === 'people' ? 'people' : 'group') }}
      >
        <Button aria-label={t('addOthers')} icon={<IconChevronDown size={16} />} />
      </Dropdown>
    </>
  );
}

/** Removes participants after a confirmation. */
function useRemoval({ matchId }: MatchDetails, onRemoved: () => void) {
  const { t } = useTranslation('matches');
  const confirm = useConfirm();
  const remove = useMatchChange('deleteParticipant');
  const run = async (participantIds: number[]) => {
    await remove.mutateAsync({ matchId, participantIds });
    onRemoved();
  };
  const texts = { content: t('removeText'), okText: t('remove') };
  return {
    removeOne: ({ participantId, participantName: name }: Participant) =>
      confirm({ title: t('removeTitle', { name }), successText: t('removed', { name }), ...texts }, () =>
        run([participantId]),
      ),
    removeSeveral: (participantIds: number[]) => {
      const count = participantIds.length;
      confirm(
        { title: t('removeSeveralTitle', { count }), successText: t('removedSeveral', { count }), ...texts },
        () => run(participantIds),
      );
    },
  };
}
