// Phrases: see phrases.h.
#include "train/phrases.h"

#include "train/words.h"

#include <string.h>

#define COUNTED(list) sizeof(list) / sizeof(list)[0], list

static const char *const NEED[] = {"需要 获取 最新 N", "需要 读取 最新 N", "需要 同步 最新 N",
                                   "需要 加载 最新 N"};
static const char *const PROVIDE[] = {"保存 了 最新 N", "负责 管理 N", "可以 提供 N"};
static const char *const PROBLEM[] = {"N 不足", "的 N 异常"};
static const char *const DUTY[] = {"负责 这次 巡检", "正在 执行 定时 任务流",
                                   "是 这次 操作 的 发起方", "收到 了 人工 指令"};

static const char *const LACKING_RESOURCE[] = {"启动 后 没有 本地 N", "的 N 已 过期",
                                               "的 N 丢失 了", "缺少 N"};
static const char *const LACKING_HEALTH[] = {"的 N 快 用完 了", "的 N 出现 告警"};
static const char *const FINE_RESOURCE[] = {"的 N 是 最新 的", "已 有 最新 N"};
static const char *const FINE_HEALTH[] = {"的 N 很 充足"};

static const char *const FILLER[] = {"系统 运行 平稳",    "监控 没有 告警",
                                     "日志 已经 归档",    "值班 同事 做 了 记录",
                                     "整个 过程 很 顺利", "其他 模块 没有 变化"};
static const char *const TIME[] = {"昨晚", "刚才", "今天", "再次"};

const Phrases FILLERS = {COUNTED(FILLER)};
const Phrases TIMES = {COUNTED(TIME)};

Phrases reason_phrases(Reason reason) {
    static const Phrases lists[REASON_COUNT] = {
        [REASON_NEED] = {COUNTED(NEED)},
        [REASON_PROVIDE] = {COUNTED(PROVIDE)},
        [REASON_PROBLEM] = {COUNTED(PROBLEM)},
        [REASON_DUTY] = {COUNTED(DUTY)},
    };
    return lists[reason];
}

Phrases state_phrases(bool fine, int noun) {
    static const Phrases lacking[] = {{COUNTED(LACKING_RESOURCE)}, {COUNTED(LACKING_HEALTH)}};
    static const Phrases good[] = {{COUNTED(FINE_RESOURCE)}, {COUNTED(FINE_HEALTH)}};
    int health = noun >= RESOURCE_COUNT;
    return fine ? good[health] : lacking[health];
}

bool phrase_has_noun(const char *phrase) {
    return strchr(phrase, 'N') != NULL;
}
