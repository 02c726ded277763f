import { IconSnowflake, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Course } from '@wakeline/domain/courses/event';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { useClient } from '../../../../service/client.ts';
import { errorText } from '../../../../service/error-text.ts';
import { USER_QUERIES } from '../../../../service/session.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { usePlanner, usePlannerState } from '../planner-context.ts';
import styles from './panels.module.css';

interface CourseVersionsProps {
  readonly eventId: number;
  readonly course: Course;
}

/** The frozen versions of a course, which races use, newest first. */
export function CourseVersions({ eventId, course }: CourseVersionsProps) {
  const { t } = useTranslation('coursePlanner');
  const language = useLanguage();
  const client = useClient();
  const queryClient = useQueryClient();
  const { message } = App.useApp();
  const { formatDateTime } = useFormat();
  const { canEdit } = usePlanner();
  const isSaved = usePlannerState(({ saving }) => saving === 'saved');
  const queryKey = [USER_QUERIES, 'courseEvents', 'versions', eventId];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call('queryCourseVersions', { eventId }, { signal }),
  });
  const versions = data?.list.filter(({ courseId }) => courseId === course.id);
  const freeze = useMutation({
    mutationFn: () => client.call('freezeCourse', { eventId, courseId: course.id }),
    async onSuccess({ number }) {
      message.success(t('version.frozen', { number }));
      await queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => message.error(errorText(error, language)),
  });
  const remove = useMutation({
    mutationFn: (versionId: number) => client.call('deleteCourseVersion', { versionId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
    onError: (error) => message.error(errorText(error, language)),
  });
  return (
    <section className={styles.details} aria-label={t('version.title')}>
      <header>
        <h3>{t('version.title')}</h3>
        {canEdit && (
          <Button
            size="small"
            icon={<IconSnowflake size={16} />}
            disabled={!isSaved}
            loading={freeze.isPending}
            onClick={() => freeze.mutate()}
          >
            {t('version.freeze')}
          </Button>
        )}
      </header>
      {versions?.length === 0 && <p className={styles.hint}>{t('version.none')}</p>}
      {versions?.map(({ versionId, number, createTime, userName }) => (
        <p key={versionId} className={styles.detail}>
          {t('version.number', { number })}
          <span>
            {formatDateTime(createTime)} · {userName}
          </span>
          {canEdit && (
            <IconButton
              size="small"
              label={t('version.delete', { number })}
              icon={<IconX size={16} />}
              onClick={() => remove.mutate(versionId)}
            />
          )}
        </p>
      ))}
    </section>
  );
}
