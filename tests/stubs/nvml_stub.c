/* A stand-in for NVIDIA's libnvidia-ml.so.1: answers from a text file that is read anew on every call.
 *
 * SPECDESK_NVML_STATE names the file; without it the driver is "not loaded". Lines are "key=value":
 *   init=9                 what nvmlInit returns (0 when absent)
 *   count=2                number of cards
 *   driver=570.86          version of the driver
 *   0.name=...  0.total_mib=24576  0.used_mib=1000  0.reserved_mib=300
 *   0.busy=40  0.memory_bus_busy=30  0.power_mw=250000  0.celsius=60  0.clock_mhz=1905  0.reasons=4  0.bus=1
 *   0.fail.nvmlDeviceGetPowerUsage=3    that call on that card returns 3
 *   fail.nvmlDeviceGetCount_v2=15       that call returns 15
 *   0.processes=41:500,42:        programs on that card with their MiB; none behind the colon = not available
 *   0.mig=1                       the card is cut into slices
 *   block=1                       calls about a card do not come back for as long as this line stands
 * SPECDESK_NVML_CALLS names a file that gets one line per call about a card: the name of the call.
 * A figure without a line is "not supported" (3). Built with -DOLD_DRIVER, the calls of newer drivers are missing.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OK 0
#define INVALID_ARGUMENT 2
#define NOT_SUPPORTED 3
#define NOT_LOADED 9
#define MAX_CARDS 8

typedef unsigned int uint;
typedef unsigned long long ull;

static char cards[MAX_CARDS];

static int lookup(const char *key, char *value, size_t size) {
    const char *path = getenv("SPECDESK_NVML_STATE");
    FILE *file = path ? fopen(path, "r") : NULL;
    char line[512];
    int found = 0;
    if (!file) return 0;
    while (!found && fgets(line, sizeof line, file)) {
        char *equals = strchr(line, '=');
        line[strcspn(line, "\n")] = 0;
        if (!equals) continue;
        *equals = 0;
        if (strcmp(line, key) == 0) {
            snprintf(value, size, "%s", equals + 1);
            found = 1;
        }
    }
    fclose(file);
    return found;
}

static int number(const char *key, ull *value) {
    char text[64];
    if (!lookup(key, text, sizeof text)) return 0;
    *value = strtoull(text, NULL, 10);
    return 1;
}

static int failure(const char *call) {
    char key[128];
    ull code = OK;
    snprintf(key, sizeof key, "fail.%s", call);
    number(key, &code);
    return (int)code;
}

static int index_of(const void *card) { return (int)((const char *)card - cards); }

static void note(const char *call) {
    const char *path = getenv("SPECDESK_NVML_CALLS");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file) return;
    fprintf(file, "%s\n", call);
    fclose(file);
}

static int card_failure(const void *card, const char *call) {
    char key[128];
    ull code = OK, blocks = 1;
    note(call);
    while (number("block", &blocks) && blocks) usleep(20000);
    snprintf(key, sizeof key, "%d.fail.%s", index_of(card), call);
    if (number(key, &code)) return (int)code;
    return failure(call);
}

static int figure(const void *card, const char *call, const char *what, ull *value) {
    char key[128];
    int failed = card_failure(card, call);
    if (failed) return failed;
    snprintf(key, sizeof key, "%d.%s", index_of(card), what);
    return number(key, value) ? OK : NOT_SUPPORTED;
}

static int small_figure(const void *card, const char *call, const char *what, uint *value) {
    ull wide = 0;
    int failed = figure(card, call, what, &wide);
    if (!failed) *value = (uint)wide;
    return failed;
}

int nvmlInitWithFlags(uint flags) {
    ull code = OK;
    (void)flags;
    if (!getenv("SPECDESK_NVML_STATE")) return NOT_LOADED;
    number("init", &code);
    return (int)code;
}

int nvmlShutdown(void) { return OK; }

int nvmlSystemGetDriverVersion(char *version, uint length) {
    return lookup("driver", version, length) ? OK : NOT_SUPPORTED;
}

const char *nvmlErrorString(int code) {
    static char text[64];
    snprintf(text, sizeof text, "stub error %d", code);
    return text;
}

int nvmlDeviceGetCount_v2(uint *count) {
    ull wide = 0;
    int failed = failure("nvmlDeviceGetCount_v2");
    if (failed) return failed;
    number("count", &wide);
    *count = (uint)wide;
    return OK;
}

int nvmlDeviceGetHandleByIndex_v2(uint index, void **card) {
    if (index >= MAX_CARDS) return INVALID_ARGUMENT;
    *card = &cards[index];
    return card_failure(*card, "nvmlDeviceGetHandleByIndex_v2");
}

int nvmlDeviceGetName(void *card, char *name, uint size) {
    char key[64];
    int failed = card_failure(card, "nvmlDeviceGetName");
    if (failed) return failed;
    snprintf(key, sizeof key, "%d.name", index_of(card));
    return lookup(key, name, size) ? OK : NOT_SUPPORTED;
}

struct memory { ull total, free, used; };
struct memory_v2 { uint version; ull total, reserved, free, used; };

static int memory_of(void *card, const char *call, struct memory_v2 *memory) {
    ull total = 0, used = 0, reserved = 0;
    int failed = figure(card, call, "total_mib", &total);
    if (!failed) failed = figure(card, call, "used_mib", &used);
    if (failed) return failed;
    figure(card, call, "reserved_mib", &reserved);
    memory->total = total << 20;
    memory->used = used << 20;
    memory->reserved = reserved << 20;
    memory->free = (total - used - reserved) << 20;
    return OK;
}

int nvmlDeviceGetMemoryInfo(void *card, struct memory *memory) {
    struct memory_v2 full;
    int failed = memory_of(card, "nvmlDeviceGetMemoryInfo", &full);
    if (failed) return failed;
    memory->total = full.total;
    memory->free = full.free;
    memory->used = full.used + full.reserved;
    return OK;
}

struct utilization { uint gpu, memory; };

int nvmlDeviceGetUtilizationRates(void *card, struct utilization *rates) {
    const char *call = "nvmlDeviceGetUtilizationRates";
    int failed = small_figure(card, call, "busy", &rates->gpu);
    return failed ? failed : small_figure(card, call, "memory_bus_busy", &rates->memory);
}

int nvmlDeviceGetPowerUsage(void *card, uint *milliwatts) {
    return small_figure(card, "nvmlDeviceGetPowerUsage", "power_mw", milliwatts);
}

int nvmlDeviceGetTemperature(void *card, uint sensor, uint *celsius) {
    (void)sensor;
    return small_figure(card, "nvmlDeviceGetTemperature", "celsius", celsius);
}

int nvmlDeviceGetClockInfo(void *card, uint kind, uint *mhz) {
    (void)kind;
    return small_figure(card, "nvmlDeviceGetClockInfo", "clock_mhz", mhz);
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void *card, ull *reasons) {
    return figure(card, "nvmlDeviceGetCurrentClocksThrottleReasons", "reasons", reasons);
}

struct pci { char legacy[16]; uint domain, bus, device, id, subsystem; char bus_id[32]; };

int nvmlDeviceGetPciInfo_v3(void *card, struct pci *pci) {
    uint bus = 0;
    int failed = small_figure(card, "nvmlDeviceGetPciInfo_v3", "bus", &bus);
    if (failed) return failed;
    memset(pci, 0, sizeof *pci);
    pci->bus = bus;
    snprintf(pci->bus_id, sizeof pci->bus_id, "00000000:%02X:00.0", bus);
    return OK;
}

struct process { uint pid; ull used; uint instance, compute; };

static int processes_of(void *card, const char *call, uint *count, struct process *found) {
    char key[64], text[256], *one, *rest = text;
    uint room = *count, number = 0;
    int failed = card_failure(card, call);
    if (failed) return failed;
    snprintf(key, sizeof key, "%d.processes", index_of(card));
    if (!lookup(key, text, sizeof text)) return NOT_SUPPORTED;
    while ((one = strsep(&rest, ",")) != NULL) {
        char *colon = strchr(one, ':');
        if (!colon) continue;
        if (found && number < room) {
            memset(&found[number], 0, sizeof *found);
            found[number].pid = (uint)strtoul(one, NULL, 10);
            found[number].used = colon[1] ? strtoull(colon + 1, NULL, 10) << 20 : ~0ULL;
        }
        number++;
    }
    *count = number;
    return found || !number ? OK : 7;
}

int nvmlDeviceGetComputeRunningProcesses_v3(void *card, uint *count, struct process *found) {
    return processes_of(card, "nvmlDeviceGetComputeRunningProcesses_v3", count, found);
}

int nvmlDeviceGetGraphicsRunningProcesses_v3(void *card, uint *count, struct process *found) {
    return processes_of(card, "nvmlDeviceGetGraphicsRunningProcesses_v3", count, found);
}

int nvmlDeviceGetMigMode(void *card, uint *now, uint *pending) {
    int failed = small_figure(card, "nvmlDeviceGetMigMode", "mig", now);
    if (!failed) *pending = *now;
    return failed;
}

#ifndef OLD_DRIVER

int nvmlDeviceGetMemoryInfo_v2(void *card, struct memory_v2 *memory) {
    return memory_of(card, "nvmlDeviceGetMemoryInfo_v2", memory);
}

struct temperature { uint version, sensor; int celsius; };

int nvmlDeviceGetTemperatureV(void *card, struct temperature *temperature) {
    uint celsius = 0;
    int failed = small_figure(card, "nvmlDeviceGetTemperatureV", "celsius", &celsius);
    if (!failed) temperature->celsius = (int)celsius;
    return failed;
}

int nvmlDeviceGetCurrentClocksEventReasons(void *card, ull *reasons) {
    return figure(card, "nvmlDeviceGetCurrentClocksEventReasons", "reasons", reasons);
}

#endif
